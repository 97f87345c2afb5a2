"""`--download-media`: what a page shows and plays, saved beside its text."""

from __future__ import annotations

import io
import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from dumping import dump
from PIL import Image
from servers import Server

from lightterm.graphics.video import frame_times

MEDIA = Path(__file__).parents[1] / "extract" / "media"


def picture(size: tuple[int, int], form: str = "PNG") -> bytes:
    out = io.BytesIO()
    Image.linear_gradient("L").resize(size).convert("RGB").save(out, form)
    return out.getvalue()


def site(server: Server) -> str:
    server.page("/wide.png", picture((1600, 400)), "image/png")
    server.page("/photo.jpg", picture((300, 200), "JPEG"), "image/jpeg")
    return server.page(
        "/", "<p>Sea <img src=/wide.png alt=sea> and <img src=/photo.jpg alt=boat id=b> <img src=/no.png>"
    )


@pytest.mark.covers("LB-105", "LBX-13", "LB-113")
def test_pictures_are_saved_no_larger_than_the_settings_say(server: Server, tmp_path: Path) -> None:
    url = site(server)
    done = dump("--download-media", str(tmp_path / "a"), url)
    assert "Sea" in done.text and done.code == 22
    assert "/no.png: not saved" in done.errors and "wide.webp (640×160 pixels" in done.errors
    sizes = {}
    for path in (tmp_path / "a").iterdir():
        with Image.open(path) as image:
            sizes[path.name] = (image.format, image.size)
    assert sizes == {"wide.webp": ("WEBP", (640, 160)), "photo.webp": ("WEBP", (300, 200))}
    dump("--media-dir", str(tmp_path / "a"), "--selector", "#b", url)
    assert {path.name for path in (tmp_path / "a").iterdir()} == {"wide.webp", "photo.webp", "photo.1.webp"}


@pytest.mark.covers("LBX-14", "LB-114")
def test_size_format_and_quality_are_as_asked_for(
    server: Server, tmp_path: Path, config: Callable[[str], Path]
) -> None:
    server.page("/noise.png", picture((400, 400)), "image/png")
    url = server.url("/noise.png")
    written = {}
    for name, words in {
        "small": ("--image-size", "100x60"),
        "good": ("--image-format", "jpeg", "--image-quality", "95"),
        "poor": ("--image-format", "jpeg", "--image-quality", "5"),
        "png": ("--image-format", "png"),
        "same": ("--image-format", "original"),
    }.items():
        assert dump("--download-media", str(tmp_path / name), *words, url).code == 0
        [path] = (tmp_path / name).iterdir()
        written[name] = (path.name, path.read_bytes())
    assert written["small"][0] == "noise.webp" and written["small"][1][8:12] == b"WEBP"
    assert Image.open(io.BytesIO(written["small"][1])).size == (60, 60)
    assert written["good"][0] == "noise.jpg" and written["good"][1][:2] == b"\xff\xd8"
    assert len(written["poor"][1]) < len(written["good"][1])
    assert written["png"][1][:4] == b"\x89PNG"
    assert written["same"] == ("noise.png", picture((400, 400)))
    config("images: {format: jpeg, max_width: 50}")
    assert dump("--download-media", str(tmp_path / "set"), url).code == 0
    assert Image.open(io.BytesIO((tmp_path / "set" / "noise.jpg").read_bytes())).size == (50, 50)
    for size in ("100", "0x0", "9x0", "x"):
        assert dump("--image-size", size, url).code == 2
    assert dump("--image-quality", "0", url).code == 2


@pytest.mark.covers("LBX-2")
def test_of_what_is_selected_only_its_links_and_pictures_come(server: Server, tmp_path: Path) -> None:
    items = []
    for name in ("tides", "storms", "harbour"):
        server.page(f"/{name}.png", picture((20, 20)), "image/png")
        items.append(f"<li>About {name}: <a href=/{name}>more</a> <img src=/{name}.png alt='a view of {name}'>")
    url = server.page("/", f"<ul>{''.join(items)}</ul>")
    for words in (("--keyword", "storms"), ("--query", "storms", "--top", "1")):
        page = json.loads(dump("--json", *words, url).text)
        assert [target["url"] for target in page["targets"] if target["kind"] == "link"] == [server.url("/storms")]
        assert [medium["url"] for medium in page["media"]] == [server.url("/storms.png")]
    assert dump("--download-media", str(tmp_path / "m"), "--keyword", "storms", url).code == 0
    assert [path.name for path in (tmp_path / "m").iterdir()] == ["storms.webp"]


@pytest.mark.covers("LB-165")
def test_pictures_are_kept_for_the_next_time_up_to_a_bound(
    server: Server, tmp_path: Path, config: Callable[[str], Path]
) -> None:
    def asked(path: str) -> int:
        server.page(path, picture((600, 600)), "image/png", headers=[("Cache-Control", "max-age=999")])
        url = server.page("/", f"<img src={path} alt=a>")
        for _ in range(2):
            assert dump("--download-media", str(tmp_path / "m"), url).code == 0
        return sum(request.path == path for request in server.log)

    assert asked("/a.png") == 1
    config("cache: {max_bytes: 1K}")
    assert asked("/b.png") == 2, "a picture larger than the cache may be is not kept"


def test_what_holds_a_pictures_place_is_not_saved(server: Server, tmp_path: Path) -> None:
    """The dot is cut off, as on most pages: it was an error, too."""
    server.page("/real.png", picture((30, 20)), "image/png")
    dot = "data:image/gif;base64,R0lGODlhAQABAAAAACw="
    empty = "data:image/svg+xml,%3Csvg%20xmlns='http://www.w3.org/2000/svg'%20viewBox='0%200%209%209'%3E%3C/svg%3E"
    page = server.page("/lazy", f'<img src="{dot}"><img src="{empty}"><img src="{dot}" data-src=/real.png><p>x')
    done = dump("--download-media", str(tmp_path / "a"), page)
    assert done.code == 0 and [path.name for path in (tmp_path / "a").iterdir()] == ["real.webp"]
    assert dump("--download-media", str(tmp_path / "b"), empty).code == 0 and len(list((tmp_path / "b").iterdir())) == 1


def test_a_bomb_is_refused_and_the_rest_is_saved(server: Server, tmp_path: Path) -> None:
    bomb = picture((8, 8))
    server.page("/bomb.png", bomb[:16] + (60_000).to_bytes(4, "big") * 2 + bomb[24:], "image/png")
    server.page("/ok.png", picture((8, 8)), "image/png")
    server.page("/", "<img src=/bomb.png alt=a><img src=/ok.png alt=b>")
    done = dump("--download-media", str(tmp_path / "m"), server.url("/"))
    assert done.code == 63 and "pixels, where 64,000,000 in all are the most" in done.errors
    assert [path.name for path in (tmp_path / "m").iterdir()] == ["ok.webp"]


def test_what_could_not_be_saved_is_named_in_plain_words(server: Server, tmp_path: Path) -> None:
    bad = server.page("/bad.png", b"no picture at all", "image/png")
    server.page("/", "<img src=/bad.png alt=a>")
    done = dump("--download-media", str(tmp_path / "m"), server.url("/"))
    assert done.code and f"{bad}: this is no readable picture; " in done.errors and "BytesIO" not in done.errors


@pytest.mark.parametrize(
    ("form", "share", "words"),
    [
        ("PNG", 0.6, "end too early"),
        ("JPEG", 0.6, "end too early"),
        ("GIF", 0.6, "end too early"),
        ("BMP", 0.6, "end too early"),
        ("PNG", 1, "damaged"),
        ("PNG", 0, ""),
        ("JPEG", 0, ""),
        ("GIF", 0, ""),
        ("WEBP", 0, ""),
        ("BMP", 0, ""),
    ],
)
def test_a_picture_that_is_saved_in_part_says_so(
    server: Server, tmp_path: Path, form: str, share: float, words: str
) -> None:
    """`share` is where it is cut off; 1: a byte within it is another, 0: all of it is there."""
    out = io.BytesIO()
    Image.effect_noise((200, 100), 60).convert("RGB").save(out, form)
    body = bytearray(out.getvalue())
    if share == 1:
        body[len(body) // 2] ^= 255
    sent = bytes(body[: int(len(body) * share)] if 0 < share < 1 else body)
    url = server.page("/noise.img", sent, f"image/{form.lower()}")
    page = server.page("/", "<p>A picture <img src=/noise.img alt=a>")
    for extra in ((), ("--image-format", "original")):
        done = dump("--download-media", str(tmp_path / str(len(extra))), *extra, page)
        assert len(list((tmp_path / str(len(extra))).iterdir())) == 1 and "saved " in done.errors
        if words:
            assert done.code == 42 and f"{url}: the picture is saved in part: its data" in done.errors
            assert words in done.errors and "not saved" not in done.errors
        else:
            assert done.code == 0 and "in part" not in done.errors


def test_frames_are_spread_over_a_video_or_stand_apart() -> None:
    assert frame_times(10.0, 5, 0.0) == [1.0, 3.0, 5.0, 7.0, 9.0]
    assert frame_times(10.0, 5, 4.0) == [0.0, 4.0, 8.0]
    assert frame_times(0.0, 3, 0.0) == [0.0] and frame_times(9.0, 0, 0.0) == []


@pytest.mark.skipif(shutil.which("ffmpeg") is None, reason="ffmpeg is not installed")
@pytest.mark.covers("LB-115", "LBX-15")
def test_frames_of_a_video_are_saved_with_it(server: Server, tmp_path: Path, config: Callable[[str], Path]) -> None:
    clip = (MEDIA / "clip.webm").read_bytes()
    server.page("/clip.webm", clip, "video/webm")
    url = server.page("/", "<video src=/clip.webm></video>")
    assert dump("--download-media", str(tmp_path / "a"), "--video-frames", "3", url).code == 0
    names = sorted(path.name for path in (tmp_path / "a").iterdir())
    assert names == ["clip-1.webp", "clip-2.webp", "clip-3.webp", "clip.webm"]
    assert (tmp_path / "a" / "clip.webm").read_bytes() == clip
    pictures = [Image.open(io.BytesIO((tmp_path / "a" / name).read_bytes())) for name in names[:3]]
    assert [image.size for image in pictures] == [(64, 48)] * 3
    assert len({image.tobytes() for image in pictures}) == 3
    config("video: {enabled: false}")
    assert dump("--download-media", str(tmp_path / "b"), server.url("/clip.webm")).code == 0
    assert [path.name for path in (tmp_path / "b").iterdir()] == ["clip.webm"]
    server.page("/list.mp4", b"#EXTM3U\n#EXTINF:1,\nfile:///etc/passwd\n", "video/mp4")
    config("")
    hostile = dump("--download-media", str(tmp_path / "c"), server.page("/h", "<video src=/list.mp4></video>"))
    assert hostile.code == 42 and "no frame" in hostile.errors


@pytest.mark.covers("LB-174")
def test_without_ffmpeg_the_video_is_saved_and_the_error_says_what_to_install(
    server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    server.page("/clip.webm", (MEDIA / "clip.webm").read_bytes(), "video/webm")
    monkeypatch.setenv("PATH", str(tmp_path))
    done = dump("--download-media", str(tmp_path / "m"), server.url("/clip.webm"))
    assert done.code == 0 and "take ffmpeg" in done.errors and "nstall ffmpeg" in done.errors
    assert [path.name for path in (tmp_path / "m").iterdir()] == ["clip.webm"]
    assert "WebM video, 0:02" in done.text
    asked = dump("--download-media", str(tmp_path / "m"), "--video-frames", "2", server.url("/clip.webm"))
    assert asked.code == 45 and "take ffmpeg" in asked.errors


@pytest.mark.parametrize("tier", ["light", "full"])
def test_what_scripts_put_on_a_page_is_saved(server: Server, tmp_path: Path, tier: str) -> None:
    sound = (MEDIA / "song.mp3").read_bytes()
    for path in ("/one.mp3", "/two.mp3"):
        server.page(path, sound, "audio/mpeg")
    for path in ("/late.png", "/small.png", "/wide.png"):
        server.page(path, picture((8, 8)), "image/png")
    made = (
        "<p>Sounds by script <audio controls src=/one.mp3></audio><audio controls><source src=/two.mp3></audio>"
        "<img data-src=/late.png alt=late><picture><source srcset='/no.png 9x, /small.png 1x'><img alt=small></picture>"
        "<picture><source media='(max-width: 9px)' srcset=/no.png><source srcset=/wide.png><img src=/no.png></picture>"
    )
    url = server.page("/", f"<body><div id=r></div><script>r.innerHTML = `{made}`</script>")
    done = dump("--tier", tier, "--download-media", str(tmp_path / "m"), url)
    assert done.code in (0, 22) and "Sounds by script" in done.text
    saved = {path.name for path in (tmp_path / "m").iterdir()}
    assert {"one.mp3", "two.mp3", "late.webp"} <= saved and (tmp_path / "m" / "two.mp3").read_bytes() == sound
    assert {"small.webp", "wide.webp"} <= saved and "no.webp" not in saved
