"""Videos and sounds as pages: what they are, from real files made by ffmpeg."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from dumping import dump
from servers import Server

from lightterm.extract.media import described
from lightterm.extract.media_info import media_info

MEDIA = Path(__file__).parent / "media"


def test_a_video_and_a_sound_are_pages_that_say_what_they_are(server: Server) -> None:
    server.page("/clip.webm", (MEDIA / "clip.webm").read_bytes(), "video/webm")
    server.page("/song.mp3", (MEDIA / "song.mp3").read_bytes(), "audio/mpeg")
    video = dump("--json", server.url("/clip.webm"))
    assert (video.code, video.errors) == (0, "")
    page = json.loads(video.text)
    assert page["title"] == "Test clip" and page["contentType"] == "video/webm"
    told = page["content"]["blocks"][1]["text"]
    assert told.startswith("WebM video, 0:02, 64×48 pixels, 5 frames/s, VP9, ")
    sound = dump("--no-metadata", server.url("/song.mp3"))
    assert sound.code == 0
    lines = sound.text.splitlines()
    assert lines[0] == "# Song" and lines[2].startswith("MPEG Audio, 0:00, MPEG Audio, 44.1 kHz mono, ")
    assert {"Title: Song", "Artist: Some One", "Album: Tones"} <= set(lines)
    assert "[1]song.mp3" in sound.text


CONTAINERS = {
    "avi": "AVI video", "flv": "Flash Video", "mkv": "Matroska video", "mov": "MPEG-4 video", "mpg": "MPEG-PS video",
    "ogv": "Ogg video", "ts": "MPEG-TS video", "webm": "WebM video", "wmv": "Windows Media video", "aac": "ADTS audio",
    "aiff": "AIFF audio", "caf": "CAF audio", "flac": "FLAC audio", "m4a": "MPEG-4 audio", "mka": "Matroska audio",
    "opus": "Ogg audio", "wav": "Wave audio", "wma": "Windows Media audio",
}  # fmt: skip
UNTAGGED = ("mpg", "ts", "aac")


@pytest.mark.skipif(shutil.which("ffmpeg") is None, reason="ffmpeg makes the files")
@pytest.mark.parametrize("ending", CONTAINERS)
def test_every_usual_container_is_known_by_its_name_and_by_its_bytes(ending: str, tmp_path: Path) -> None:
    path = tmp_path / f"made.{ending}"
    picture = ("-f", "lavfi", "-i", "testsrc=d=1:s=64x48:r=25") if "ideo" in CONTAINERS[ending] else ()
    tags = ("-metadata", "title=Tides", "-metadata", "artist=Ada")
    sound = ("-f", "lavfi", "-i", "sine=d=1")
    subprocess.run(["ffmpeg", "-loglevel", "error", *picture, *sound, *tags, str(path)], check=True, timeout=60)
    named = dump("--no-metadata", str(path))
    assert (named.code, named.errors) == (0, "")
    assert named.text.splitlines()[2].startswith(f"{CONTAINERS[ending]}, "), named.text
    assert "made." in named.text and ("64×48 pixels" in named.text) == bool(picture)
    if ending not in UNTAGGED:
        assert named.text.startswith("# Tides\n")
    if ending in ("flv", "mkv", "wav", "flac", "wma"):
        assert "Artist: Ada\n" in named.text
    unnamed = dump("--no-metadata", "-", stdin=path.read_bytes())
    assert (unnamed.code, unnamed.text.splitlines()[2]) == (0, named.text.splitlines()[2])


def test_subtitles_of_no_known_language_are_only_said_to_be_there() -> None:
    found = media_info((MEDIA / "clip.webm").read_bytes())
    assert found is not None
    several = found.replace(subtitles=("?", "en", "?"))
    assert [line for line in described(several) if "subtitles" in line] == ["subtitles en"]
    assert [line for line in described(found.replace(subtitles=("?",))) if "subtitles" in line] == ["subtitles"]


def test_what_only_claims_to_be_a_video_is_refused_as_before(server: Server) -> None:
    clip = (MEDIA / "clip.webm").read_bytes()
    for name, body in (("none", b"\0\1no video" * 99), ("cut", clip[:20]), ("empty", b"")):
        server.page(f"/{name}.mp4", body, "video/mp4")
        done = dump(server.url(f"/{name}.mp4"))
        assert done.code == 45 and "cannot be shown as text" in done.errors, name


def test_tags_say_nothing_to_a_terminal_and_hostile_files_end_nothing() -> None:
    song = (MEDIA / "song.mp3").read_bytes().replace(b"Tones", b"T\x1b[1m")
    found = media_info(song)
    assert found is not None and "\x1b" not in str(found.tags)
    clip = (MEDIA / "clip.webm").read_bytes()
    for at in range(0, len(clip), len(clip) // 8):
        media_info(clip[:at] + b"\xff" * 8 + clip[at + 8 :])


def test_nothing_of_it_is_loaded_for_other_pages(tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    page.write_text("<video src=clip.webm></video>")
    code = (
        "import sys; from lightterm.cli import main; main([sys.argv[1], '--dump']);"
        "print(*[n for n in sys.modules if 'media_info' in n or 'pymediainfo' in n], file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", code, str(page)], capture_output=True, text=True, check=True)
    assert done.stderr.strip() == "" and "video: clip.webm" in done.stdout


@pytest.mark.covers("LBX-40")
def test_media_of_lazy_players_and_sources_are_known(server: Server) -> None:
    server.page(
        "/",
        "<p><img src=data:image/gif;base64,R0 data-src=/real.png alt=lazy loading=lazy>"
        "<img srcset='/small.png 320w, /large.png 1280w' sizes=320px alt=set>"
        "<video><source src=/a.webm type=video/webm><source src=/a.mp4></video><audio src=/a.mp3></audio>",
    )
    media = json.loads(dump("--json", server.url("/")).text)["media"]
    found = {(each["kind"], each["url"].rpartition("/")[2]) for each in media}
    assert ("image", "real.png") in found and ("audio", "a.mp3") in found
    assert ("video", "a.webm") in found
    assert found & {("image", "small.png"), ("image", "large.png")}
