"""The keys of each tradition's own manual, row by row, and what they do here."""

from __future__ import annotations

import pytest

from lightterm.commands.vocabulary import COMMANDS
from lightterm.keys.keymap import read_keymap
from lightterm.keys.names import split_keys
from lightterm.resources import data_file

# w3m's doc/MANUAL.html, lynx's key help and lynx.cfg, qutebrowser's configdata.yml, chawan's doc/config.md, and of
# Emacs eww-mode-map with what every mode has. A line: the command, and the keys that run it.
TRADITIONS = {
    "w3m": """
        caret down: j <C-n> <Down>
        caret up: k <C-p> <Up>
        caret left: h <C-b> <Left>
        caret right: l <C-f> <Right>
        scroll page-down: <Space> <C-v> +
        scroll page-up: b <M-v> -
        scroll down: J
        scroll up: K
        caret top: g <M-lt>
        caret bottom: G <M-gt>
        prompt caret to: <M-g>
        caret line-start: ^ <C-a>
        caret line-end: $ <C-e>
        caret word: w
        caret word-back: W
        scroll page-left: <
        scroll page-right: >
        scroll left: ,
        scroll right: .
        scroll align center: z
        scroll align column: Z
        target next: <Tab>
        target previous: <M-Tab> <C-u>
        target first: [
        target last: ]
        follow: <Enter> <C-j>
        home: <C-_>
        prompt set: <M-o>
        follow --tab: <C-t>
        prompt open {url}: U <M-u>
        prompt open ./: V
        back: B
        history: <C-h>
        visits: s
        tabs: <M-t>
        tab clone: T
        tab close: <C-q>
        tab next: }
        tab previous: {
        reload: R
        stop: <C-c>
        search: / <C-s> "
        search --backward: ? <C-r>
        match next: n
        match previous: N
        toggle tui.search_wrap: <C-w>
        mark toggle: <C-Space>
        mark previous: <M-p>
        mark next: <M-n>
        bookmarks: <M-b>
        bookmark add: <M-a>
        source: v
        info: =
        peek: u
        peek --image: i
        yank url: c
        save: S
        save --as html: <M-s>
        download link: a <M-Enter>
        image show: I
        image save: <M-I>
        edit page: E <M-e>
        prompt pipe: |
        prompt shell: # @ !
        external: M
        external --link: <M-M>
        downloads: D
        cookies: <C-k>
        links: L
        settings: o
        help: H
        keys: <M-k>
        prompt: <M-c>
        suspend: <C-z>
        quit --ask: q
        quit now: Q""",
    "lynx": """
        target select: <Number>g
        scroll screen: <Number>p
        target next --screens: <Down> <Tab>
        target previous --screens: <Up> <S-Tab>
        scroll down 2: <C-n> <Delete>
        scroll up 2: <C-p> <Insert>
        back: <Left> u U
        forward: <C-u>
        follow: <Right> <Enter> <C-j>
        target up: <lt>
        target down: <gt>
        landmark navigation: #
        yank link: <C-s>
        prompt encoding: @
        scroll page-down: <Space> + <C-f>
        scroll page-up: - b B <C-b>
        scroll half-down: )
        scroll half-up: (
        scroll to top: <C-a> <Home>
        scroll to bottom: <C-e> <End>
        target line-first: ^
        target line-last: $
        scroll page-left: {
        scroll page-right: }
        prompt open: g j J
        prompt open {url}: G
        prompt open {link}: E
        prompt web: s S
        visits: <Backspace> <C-h>
        history: V
        reload: <C-r>
        reload --fresh: x X
        stop: z Z
        search: /
        match next: n
        match previous: N
        bookmarks: v
        bookmark add: a
        bookmark delete: r R
        source: \\
        info: =
        images: * [
        save: p P
        download link: d
        edit page: e
        prompt shell: !
        external --link: .
        external: ,
        cookies: <C-k>
        links: l L A
        settings: o O
        help: ? H
        keys: k K
        home: m M i I
        suspend: <C-z>
        redraw: <C-l> <C-w>
        quit --ask: q
        quit now: Q""",
    "vim": """
        scroll down: j
        scroll up: k
        scroll left: h
        scroll right: l
        scroll page-down: <C-f>
        scroll page-up: <C-b>
        scroll half-down: <C-d>
        scroll half-up: <C-u>
        scroll to top: gg
        scroll to bottom: G
        target next: <Tab>
        follow: <Enter>
        follow --tab: <C-Enter>
        hint follow: f
        hint follow --tab: F
        hint follow --background: ;b
        hint follow --rapid --background: ;r
        hint yank: ;y
        hint download: ;d
        hint image --kind image: ;i
        hint focus --kind field: ;t
        hint edit-address: ;o
        prompt open: o
        prompt open --tab: O
        prompt open {url}: go
        back: H
        forward: L
        back --tab: th
        forward --tab: tl
        history: Sh
        tabs: gt
        tab new: <C-t> ga
        tab close: d
        pane below: <C-w>s <C-w><C-s>
        pane beside: <C-w>v <C-w><C-v>
        pane next: <C-w>w <C-w><C-w>
        pane previous: <C-w>W
        pane recent: <C-w>p
        pane left: <C-w>h
        pane down: <C-w>j
        pane up: <C-w>k
        pane right: <C-w>l
        pane close: <C-w>c <C-w>q
        pane only: <C-w>o
        pane resize taller: <C-w>+
        pane resize shorter: <C-w>-
        pane resize wider: <C-w><gt>
        pane resize narrower: <C-w><lt>
        pane even: <C-w>=
        pane swap: <C-w>x
        prompt open --pane: wo
        prompt open --pane {url}: wO
        hint follow --pane: wf
        tab next: J
        tab previous: K
        tab undo: u
        tab clone: gC
        tab only: co
        reload: r
        reload --fresh: R
        stop: <C-s>
        search: /
        search --backward: ?
        match next: n
        match previous: N
        mark set: `
        mark jump: '
        prompt bookmarks: gb
        prompt quickmark open: b
        bookmark add: M
        prompt quickmark add: m
        source: gf
        yank url: yy
        yank title: yt
        yank markdown: ym
        yank host: yd
        paste: pp
        paste --tab: PP
        save: sf
        download: gd
        download clear: cd
        download cancel: ad
        images: tih
        toggle --reload scripts: tsh
        toggle cookies: tch
        settings: Ss
        prompt set: ss
        prompt set --temporary: sl
        prompt bind: sk
        bookmarks: Sb
        quickmarks: Sq
        navigate next: ]]
        navigate previous: [[
        navigate up: gu
        navigate increment: <C-a>
        navigate decrement: <C-x>
        prompt: :
        mode insert: i
        mode passthrough: <C-v>
        mode caret: v
        macro record: q
        macro run: @
        repeat: .
        suspend: <C-z>
        quit: ZZ
        quit now: ZQ""",
    "chawan": """
        caret down: j <C-n>
        caret up: k <C-p>
        caret left: h
        caret right: l
        caret page-down: <C-f> <PageDown>
        caret page-up: <C-b> <PageUp>
        caret half-down: <C-d>
        caret half-up: <C-u>
        scroll down: J <C-e>
        scroll up: K <C-y>
        caret top: gg
        caret bottom: G
        caret line-start: 0
        caret line-text: ^
        caret line-end: $
        caret word: w
        caret word-back: b
        caret word-end: e
        caret big-word: W
        caret big-word-back: B
        caret big-word-end: E
        scroll left: zh -
        scroll right: zl +
        scroll page-left: zH <
        scroll page-right: zL >
        caret screen-left: g0
        caret screen-center: gc
        caret screen-right: g$
        caret column: |
        scroll align top ;; caret line-text: z<Enter>
        scroll align center ;; caret line-text: z.
        scroll align bottom ;; caret line-text: z-
        scroll align center: zz
        scroll align top: zt
        scroll align bottom: zb
        caret screen-top: H
        caret screen-middle: M
        caret screen-bottom: L
        caret paragraph-after: }
        caret paragraph-before: {
        target next: ]
        target previous: [
        follow: <Enter> <C-j>
        hint follow: f
        prompt open {url}: <C-l>
        prompt open {link}: <M-l>
        prompt web: <C-k>
        back: ,
        parent: <M-/>
        forward: .
        back --drop: D d,
        forward --drop: d.
        tab close: <M-d>
        tab clone: <M-u>
        history: <C-h>
        reload: U
        redraw: R r
        stop: <C-c>
        search: /
        search --backward: ?
        match next: n
        match previous: N
        match word: *
        match word --backward: #
        mark set: m
        mark jump: `
        mark jump --line: '
        toggle tui.search_wrap: <C-w>
        bookmarks: <M-b>
        bookmark add: <M-a>
        source: \\
        info: <C-g>
        peek: u
        yank url: <M-y>
        yank link: yu
        hint yank --kind image: yI
        paste: <M-p>
        save: ss
        save --as html: sS
        download link: s<Enter> s<C-j>
        messages: su
        image show: I
        image save: sI
        images: <M-i>
        toggle --reload scripts: <M-j>
        toggle cookies: <M-k>
        edit page: se
        edit page --source: sE <C-x><C-e>
        menu: c C
        prompt: <M-c>
        select characters: v
        select lines: V
        select block: <C-v>
        suspend: <C-z>
        quit: q""",
    "emacs": """
        caret down: <C-n> <Down>
        caret up: <C-p> <Up>
        caret right: <C-f>
        caret left: <C-b>
        caret word-after: <M-f>
        caret word-before: <M-b>
        caret line-start: <C-a>
        caret line-end: <C-e>
        caret line-text: <M-m>
        caret sentence-back: <M-a>
        caret sentence-after: <M-e>
        caret paragraph-before: <M-{>
        caret paragraph-after: <M-}>
        caret top: <M-lt> <
        caret bottom: <M-gt> >
        scroll page-down: <C-v> <Space>
        scroll page-up: <M-v> <Backspace> <S-Space>
        scroll align cycle: <C-l>
        caret screen-middle: <M-r>
        search: <C-s>
        search --backward: <C-r>
        target next: <Tab>
        target previous: <S-Tab> <M-Tab>
        follow: <Enter>
        follow --tab: <M-Enter>
        prompt open: G <C-x><C-f>
        back: l
        forward: r
        reload: g
        navigate next: n
        navigate previous: p
        navigate up: u
        navigate root: t
        history: H
        external: &
        download link: d
        yank here: w
        cookies: C
        source: v
        reader: R
        prompt encoding: E
        tabs: s S <C-x>b <C-x><C-b>
        tab close: q <C-x>k
        pane below ;; pane recent: <C-x>2
        pane beside ;; pane recent: <C-x>3
        pane next: <C-x>o
        pane close: <C-x>0
        pane only: <C-x>1
        pane next ;; scroll page-down ;; pane recent: <C-M-v>
        pane resize taller: <C-x>^
        pane resize wider: <C-x>}
        pane resize narrower: <C-x>{
        prompt open --pane: <C-x>4f <C-x>4<C-f>
        bookmark add: b
        bookmarks: B
        images: <M-I>
        keys: ? h <C-h>b <C-h>m
        peek: <C-h>.
        keys explain: <C-h>k <C-h>c
        prompt help: <C-h>f
        settings: <C-h>v
        select characters: <C-Space>
        select all ;; select swap: <C-x>h
        yank selection: <M-w>
        save: <C-x><C-s> <C-x><C-w>
        prompt shell: <M-!>
        prompt pipe: <M-|>
        macro record e: <C-x>( <C-x>) <F3>
        macro run e: <C-x>e <F4>
        repeat: <C-x>z
        palette: <M-x>
        cancel: <C-g>
        suspend: <C-z>
        quit: <C-x><C-c>""",
}


@pytest.mark.parametrize("name", TRADITIONS)
def test_every_key_of_the_tradition_does_here_what_it_does_there(name: str) -> None:
    bound = read_keymap(data_file("keymaps", f"{name}.yaml"), COMMANDS).tries["normal"]
    for row in TRADITIONS[name].strip().splitlines():
        line, _, keys = row.strip().rpartition(": ")
        for key in keys.split(" "):
            assert bound.get(split_keys(key)) == line, (key, bound.get(split_keys(key)))


# chawan's [line] keys, which its forms have as well; C-v and C-_ are left out.
LINES = {
    "chawan": """
        entry accept: <Enter>
        entry cancel: <C-c> <C-g>
        entry left: <C-b> <Left>
        entry right: <C-f> <Right>
        entry word-left: <M-b> <C-Left>
        entry word-right: <M-f> <C-Right>
        entry start: <C-a> <Home>
        entry end: <C-e> <End>
        entry older: <C-p> <Up>
        entry newer: <C-n> <Down>
        entry delete-left: <C-h>
        entry delete-right: <C-d>
        entry delete-to-start: <C-u>
        entry delete-to-end: <C-k>
        entry delete-word-left: <C-w>
        entry delete-word-right: <M-d>
        editor: <C-x><C-e>""",
}


@pytest.mark.parametrize("name", LINES)
@pytest.mark.parametrize("mode", ["insert", "command"])
def test_lines_are_edited_with_the_keys_of_the_tradition(name: str, mode: str) -> None:
    bound = read_keymap(data_file("keymaps", f"{name}.yaml"), COMMANDS).tries[mode]
    for row in LINES[name].strip().splitlines():
        line, _, keys = row.strip().rpartition(": ")
        if line == "editor":
            line = "field editor" if mode == "insert" else "entry editor"
        for key in keys.split(" "):
            assert bound.get(split_keys(key)) == line, (mode, key, bound.get(split_keys(key)))
