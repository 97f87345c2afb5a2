"""A process that reads hostile bytes keeps what its work takes: Landlock for files and ports, seccomp for the rest.

Both are the kernel's (Linux 5.13 for files, 6.7 for ports, 6.12 for signals) and take no rights and no library; where
one is missing the other holds, and `kinds` says which there are. Filters are short lists of ours: what PyPI has for
Landlock knows files alone, and what it has for seccomp needs libseccomp. Standing numbers are those of x86-64 and
aarch64. https://docs.kernel.org/userspace-api/landlock.html, https://docs.kernel.org/userspace-api/seccomp_filter.html
"""

from __future__ import annotations

import os
import sys

from lightterm.records import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from typing import Any, TypeVar

    T = TypeVar("T")

    Step = tuple[int, int, int, int]

_CREATE, _ADD, _RESTRICT = 444, 445, 446
_EXECUTE, _WRITE_FILE, _READ_FILE, _READ_DIR = 1, 2, 4, 8
_OF_FILES = _EXECUTE | _WRITE_FILE | _READ_FILE | 1 << 14 | 1 << 15
"""The rights that a rule for a file may name; 14 cuts it short, 15 asks a device."""
_SOCKETS = 1 << 9
_WRITES = _WRITE_FILE | 1 << 4 | 1 << 5 | 1 << 7 | 1 << 8 | _SOCKETS | 1 << 13 | 1 << 14
"""Writing beneath a directory: files, directories and sockets made, renamed and removed."""
_BIND, _CONNECT = 1, 2
_NO_NEW_PRIVILEGES, _SET_SECCOMP, _FILTER = 38, 22, 2
_ARCHITECTURES = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}

_HOMEBREW = os.path.join("/home", "linuxbrew", ".linuxbrew")

READABLE = (
    *"/usr /lib /lib32 /lib64 /libx32 /bin /sbin /opt /nix/store /gnu/store /snap /run/current-system".split(),
    _HOMEBREW,
    *"/etc/ld.so.cache /etc/ssl /etc/pki /etc/ca-certificates /etc/crypto-policies /etc/alternatives".split(),
    *"/etc/resolv.conf /etc/hosts /etc/host.conf /etc/nsswitch.conf /etc/gai.conf /etc/localtime /etc/fonts".split(),
    *"/dev/null /dev/zero /dev/random /dev/urandom /proc /sys/devices/system".split(),
)
"""What programs need of a system to start: nobody's files. Others' processes in /proc stay shut to who is confined."""
_LOADERS = (
    *"/lib /lib32 /lib64 /usr/lib /usr/lib64 /nix/store /gnu/store /run/current-system".split(),
    os.path.join(_HOMEBREW, "lib"),
)
"""Where what loads programs and libraries is: to run a file takes the right to run its loader, too."""


class Room(Record):
    """What a process may use: files and directories to read, to run and to write, and TCP ports to connect to.

    `ports` None: any. Without `network` it opens no socket at all.
    """

    reads: tuple[str, ...] = ()
    runs: tuple[str, ...] = ()
    writes: tuple[str, ...] = ()
    ports: tuple[int, ...] | None = ()
    network: bool = False


def for_program(*programs: str, reads: Sequence[str] = (), writes: Sequence[str] = ()) -> Room:
    """The room of programs that are no part of us, without network: the system to read, and files of theirs.

    Libraries beside a program are its own (conda's, or those of one unpacked into a home).
    """
    files = [os.path.realpath(program) for program in programs]
    beside = [f"{os.path.dirname(os.path.dirname(file))}/{name}" for file in files for name in ("lib", "lib64")]
    return Room((*READABLE, *reads), (*files, *beside, *_LOADERS), ("/dev/null", *writes))


def is_launcher(program: str) -> bool:
    """Whether a program is only what starts another by rights of its file, which cannot be confined: snap's."""
    return os.path.basename(os.path.realpath(program)) == "snap"


def shut_in(reads: Sequence[str] = ()) -> None:
    """From now on this process works on what it has open, and reads files beneath `reads`: no more comes of it.

    No file is written, no program is run, no thread or process made, no socket opened, and no code is made or loaded.
    """
    _privileges_end()
    _landlock(Room(reads=tuple(reads)))
    _seccomp(_only(bool(reads)))


def shut_in_program(room: Room) -> None:
    """This thread, and the programs that it starts, have no more than a room; what they have open they keep."""
    _privileges_end()
    _landlock(room)
    _seccomp(_all_but(_DENIED if room.network else {**_DENIED, **_NETWORK}))


def within(room: Room | None, work: Callable[[], T]) -> T:
    """What `work` gives on a thread that has no more than a room (None: all); what it raises is raised here."""
    if room is None:
        return work()
    import threading

    given: list[T] = []
    raised: list[BaseException] = []

    def confined() -> None:
        try:
            shut_in_program(room)
            given.append(work())
        except BaseException as problem:
            raised.append(problem)

    thread = threading.Thread(target=confined, name="has a program run", daemon=True)
    thread.start()
    thread.join()
    if raised:
        raise raised[0]
    return given[0]


def kinds() -> tuple[str, ...]:
    """What this kernel offers of both, for people: "Landlock 7", "seccomp"."""
    found = []
    if version := _landlock_version():
        found.append(f"Landlock {version}")
    if _architecture() and os.path.exists("/proc/sys/kernel/seccomp/actions_avail"):
        found.append("seccomp")
    return tuple(found)


def _architecture() -> int:
    is_whole = sys.platform == "linux" and sys.maxsize > 1 << 32
    return _ARCHITECTURES.get(os.uname().machine, 0) if is_whole else 0


def _kernel() -> Any:
    """The C library, None where its calls are not those of Linux that we know."""
    if not _architecture():
        return None
    import ctypes

    return ctypes.CDLL(None)


def _landlock_version() -> int:
    kernel = _kernel()
    return max(0, kernel.syscall(_CREATE, None, 0, 1)) if kernel is not None else 0


def _privileges_end() -> None:
    """No program that is run from here on gains rights by its file; both others ask for this."""
    kernel = _kernel()
    if kernel is not None:
        kernel.prctl(_NO_NEW_PRIVILEGES, 1, 0, 0, 0)


def _landlock(room: Room) -> None:
    from struct import pack

    version, kernel = _landlock_version(), _kernel()
    if not version:
        return
    files = (1 << 13) - 1 | (version > 1) << 13 | (version > 2) << 14 | (version > 4) << 15
    net = 0 if version < 4 else _BIND if room.ports is None else _BIND | _CONNECT
    scoped = 3 if version > 5 else 0  # sockets of no file, and signals, of who is not confined with it
    ruleset = kernel.syscall(_CREATE, pack("=QQQ", files, net, scoped), 24, 0)
    if ruleset < 0:
        return
    try:
        for paths, rights in (
            (room.reads, _READ_FILE | _READ_DIR),
            (room.runs, _READ_FILE | _READ_DIR | _EXECUTE),
            (room.writes, _READ_FILE | _READ_DIR | _WRITES),
        ):
            _allow(kernel, ruleset, paths, rights & files)
        for port in room.ports or () if net else ():
            kernel.syscall(_ADD, ruleset, 2, pack("=QQ", _CONNECT, port), 0)
        kernel.syscall(_RESTRICT, ruleset, 0)
    finally:
        os.close(ruleset)


def _allow(kernel: Any, ruleset: int, paths: Iterable[str], rights: int) -> None:
    from stat import S_ISDIR
    from struct import pack

    for path in paths:
        try:
            place = os.open(path, os.O_PATH | os.O_CLOEXEC)
        except OSError:  # not there: nothing to allow
            continue
        may = rights if S_ISDIR(os.fstat(place).st_mode) else rights & _OF_FILES
        kernel.syscall(_ADD, ruleset, 1, pack("=Qi", may, place), 0)
        os.close(place)


def _seccomp(steps: list[Step]) -> None:
    kernel = _kernel()
    if kernel is None:
        return
    import ctypes
    from struct import pack

    program = b"".join(pack("=HBBI", *step) for step in steps)
    held = ctypes.create_string_buffer(program, len(program))
    kernel.prctl(_SET_SECCOMP, _FILTER, pack("@HP", len(steps), ctypes.addressof(held)), 0, 0)


# Classic BPF, as the kernel has it: load a word of the call, compare and jump, answer.
_LOAD, _EQUAL, _ATLEAST, _BITS, _ANSWER = 0x20, 0x15, 0x35, 0x45, 0x06
_YES, _NO = 0x7FFF0000, 0x00050001
"""Allowed; refused with EPERM."""
_NUMBER, _ARCHITECTURE, _ARGUMENTS = 0, 4, 16
_OTHER_ABI = 0x40000000
"""Calls of x32, which go by other numbers."""


def _head() -> list[Step]:
    return [
        (_LOAD, 0, 0, _ARCHITECTURE),
        (_EQUAL, 1, 0, _architecture()),
        (_ANSWER, 0, 0, _NO),
        (_LOAD, 0, 0, _NUMBER),
        (_ATLEAST, 0, 1, _OTHER_ABI),
        (_ANSWER, 0, 0, _NO),
    ]


def _numbers(calls: dict[str, tuple[int, int]]) -> list[int]:
    column = 0 if _architecture() == _ARCHITECTURES["x86_64"] else 1
    return [pair[column] for pair in calls.values() if pair[column] >= 0]


def _only(files: bool) -> list[Step]:
    """Calls that work on what is there are allowed, and no others; with `files` reading files, too."""
    steps = _head()
    for calls, argument, refused in _LIMITED if not files else (*_LIMITED, *_OPENING):
        for number in _numbers(calls):  # an argument without these bits
            steps += [(_EQUAL, 0, 4, number), (_LOAD, 0, 0, _ARGUMENTS + 8 * argument)]
            steps += [(_BITS, 0, 1, refused), (_ANSWER, 0, 0, _NO), (_ANSWER, 0, 0, _YES)]
    for number in _numbers({**_WORKING, **_READING} if files else _WORKING):
        steps += [(_EQUAL, 0, 1, number), (_ANSWER, 0, 0, _YES)]
    return [*steps, (_ANSWER, 0, 0, _NO)]


def _all_but(calls: dict[str, tuple[int, int]]) -> list[Step]:
    steps = _head()
    for number in _numbers(calls):
        steps += [(_EQUAL, 0, 1, number), (_ANSWER, 0, 0, _NO)]
    return [*steps, (_ANSWER, 0, 0, _YES)]


def _calls(table: str) -> dict[str, tuple[int, int]]:
    """Names with their numbers on x86-64 and aarch64, - where there is none."""
    words = table.split()
    numbers = [-1 if word == "-" else int(word) for word in words if not word[0].isalpha()]
    names = [word for word in words if word[0].isalpha()]
    return dict(zip(names, zip(numbers[::2], numbers[1::2], strict=True), strict=True))


_WORKING = _calls("""
    read 0 63 write 1 64 close 3 57 fstat 5 80 poll 7 - ppoll 271 73 lseek 8 62 munmap 11 215 brk 12 214
    rt_sigaction 13 134 rt_sigprocmask 14 135 rt_sigreturn 15 139 pread 17 67 readv 19 65 writev 20 66
    sched_yield 24 124 mremap 25 216 madvise 28 233 nanosleep 35 101 getpid 39 172 exit 60 93 fcntl 72 25
    gettimeofday 96 169 getrusage 98 165 sysinfo 99 179 sigaltstack 131 132 gettid 186 178 futex 202 98
    sched_getaffinity 204 123 restart 219 128 clock_gettime 228 113 clock_getres 229 114 clock_nanosleep 230 115
    exit_group 231 94 getrandom 318 278 membarrier 324 283 rseq 334 293
""")
_READING = _calls("stat 4 - lstat 6 - newfstatat 262 79 statx 332 291 readlink 89 - readlinkat 267 78 getdents 217 61")
_WRITING_FLAGS = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
_OPENING = ((_calls("open 2 -"), 1, _WRITING_FLAGS), (_calls("openat 257 56"), 2, _WRITING_FLAGS))
_LIMITED = (
    (_calls("mmap 9 222 mprotect 10 226"), 2, 4),  # PROT_EXEC
    (_calls("prlimit64 302 261"), 0, 0xFFFFFFFF),  # of itself alone
)
_NETWORK = _calls("socket 41 198 socketpair 53 199 connect 42 203")
_DENIED = _calls("""
    ptrace 101 117 process_vm_readv 310 270 process_vm_writev 311 271 kcmp 312 272 pidfd_getfd 438 438
    bpf 321 280 perf_event_open 298 241 userfaultfd 323 282 io_uring_setup 425 425 io_uring_enter 426 426
    io_uring_register 427 427 add_key 248 217 request_key 249 218 keyctl 250 219 mount 165 40 umount 166 39
    pivot_root 155 41 chroot 161 51 unshare 272 97 setns 308 268 init_module 175 105 finit_module 313 273
    delete_module 176 106 kexec_load 246 104 kexec_file_load 320 294 open_by_handle_at 304 265 reboot 169 142
    swapon 167 224 swapoff 168 225 acct 163 89 open_tree 428 428 move_mount 429 429 fsopen 430 430
    fsconfig 431 431 fsmount 432 432 mount_setattr 442 442
""")
