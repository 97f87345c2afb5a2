"""Records: frozen, compared by value, with defaults that are made when they are needed."""

from __future__ import annotations

import pickle
import subprocess
import sys

import pytest

from lightterm.records import Record, factory, late
from lightterm.settings import Settings


class Point(Record):
    x: int
    y: int = 2
    tags: list[str] = factory(default_factory=list)


class Place(Point):
    y: int = 5
    name: str = "here"
    late_one: Point = late("tests.test_records", "Far")


class Far(Record):
    how: str = "far"


def test_fields_defaults_and_equality() -> None:
    assert (Point(1), Point(1, 2), Point(x=1, y=3).y) == (Point(1, y=2), Point(1), 3)
    assert Point(1).tags is not Point(1).tags
    assert Place(1).y == 5 and Place._fields == ("x", "y", "tags", "name", "late_one")
    assert repr(Point(1)) == "Point(x=1, y=2, tags=[])"
    assert Point(1).replace(x=4) == Point(4)
    for wrong in ((), (1, 2, [], 4)):
        with pytest.raises(TypeError):
            Point(*wrong)
    with pytest.raises(TypeError, match="no field 'z'"):
        Point(1, z=2)
    match Point(7, 8):
        case Point(x, y):
            assert (x, y) == (7, 8)


def test_nothing_is_assigned() -> None:
    point = Place(1)
    with pytest.raises(AttributeError, match="frozen"):
        point.x = 2
    with pytest.raises(AttributeError, match="frozen"):
        del point.x
    with pytest.raises(AttributeError, match="'Place' object has no attribute 'colour'"):
        point.colour  # noqa: B018


def test_a_late_default_is_made_once_when_it_is_read() -> None:
    place = Place(1)
    assert place.late_one.how == "far" and place.late_one is place.late_one
    assert Place(1) == place and hash(Place(1, tags=())) == hash(Place(1, tags=()))
    assert Place(1, late_one=Far("near")).late_one.how == "near"
    assert place.replace(x=2).late_one is place.late_one
    assert Place(1, late_one=Far("near")) != place
    assert pickle.loads(pickle.dumps(Place(1).replace(late_one=None))) == Place(1).replace(late_one=None)


def test_settings_of_the_app_are_not_loaded_for_others() -> None:
    code = (
        "import sys; from lightterm.settings import Settings\n"
        "s = Settings().with_request([('output.width', 40)])\n"
        "print('lightterm.settings_app' in sys.modules, s.images.enabled, 'lightterm.settings_app' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["False", "True", "True"]


def test_settings_of_the_app_are_settings() -> None:
    changed = Settings().with_session([("images.enabled", False), ("keys.keymap", "lynx")])
    assert (changed.images.enabled, changed.keys.keymap, changed.hints.mode) == (False, "lynx", "letters")
    assert Settings() == Settings() != changed
