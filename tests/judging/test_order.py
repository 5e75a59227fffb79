"""Orders and sides: everybody's own, always the same, repeats far from what they repeat."""

from redink.judging.order import order_for, side_for
from tests.judging.samples import pairs

ITEMS = pairs(200, repeats=10, swapped=10).items


def test_an_order_has_every_item_once_and_stays():
    order = order_for(ITEMS, 1, 1)
    assert sorted(order) == sorted(item.id for item in ITEMS)
    assert order == order_for(ITEMS, 1, 1)
    # Kept here, so that a change of the hash does not go unnoticed: people in mid-study would lose their place.
    assert order_for(pairs(4).items, 1, 1) == ["p000", "p002", "p001", "p003"]


def test_people_seeds_and_passes_differ():
    orders = [order_for(ITEMS, *key) for key in ((1, 1, 1), (1, 2, 1), (2, 1, 1), (1, 1, 2))]
    assert len({tuple(order) for order in orders}) == 4


def test_repeats_come_long_after():
    order = order_for(ITEMS, 5, 3)
    gaps = [order.index(item.id) - order.index(item.repeat_of) for item in ITEMS if item.repeat_of]
    assert len(gaps) == 20
    assert min(gaps) > 20


def test_sides_are_even_and_repeats_keep_or_turn_them():
    sides = [side_for(item, 1, 1) for item in ITEMS if not item.repeat_of]
    assert 70 < sides.count("left-right") < 130
    by_name = {item.id: item for item in ITEMS}
    for item in ITEMS:
        if item.repeat_of:
            same = side_for(item, 1, 1) == side_for(by_name[item.repeat_of], 1, 1)
            assert same != item.swapped
