"""A user who moves to another zone."""

from __future__ import annotations

from tests.line.world import World, after


async def test_chapters_are_cut_at_the_days_of_the_new_zone(world: World) -> None:
    for day in range(0, 40, 2):
        names = " ".join(f"@theme{n}:Activity" for n in range(6))
        await world.live((after(day + 0.45), names))
    world.clock.instant = after(60)
    await world.turn_pages()
    before = (await world.store.read_chapters(world.profile_id)).items
    await world.store.change_profile(world.profile_id, zone="Pacific/Kiritimati")
    await world.work()
    profile = await world.profile()
    assert profile.chapters_from is None
    after_move = (await world.store.read_chapters(world.profile_id)).items
    assert [c.started_on for c in after_move] == [c.started_on for c in before]
    await world.turn_pages()
    assert (await world.store.read_chapters(world.profile_id)).items == after_move
