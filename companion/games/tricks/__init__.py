"""The family of trick games, such as Arizona Spaghetti."""

from companion.core.family import Family
from companion.dialogs.by_hand import ByHandDialog
from companion.games.tricks import (
    bots,
    description,
    dialogs,
    engine,
    faults,
    page,
    screens,
    state,
    variant,
    words,
)
from companion.message import phrase

TRICKS = Family(
    name=variant.TrickOptions.family,
    games=phrase("trick games"),
    keys=variant.TrickOptions,
    variant=variant.TrickVariant,
    file=variant.TrickFile,
    merge=variant.merge_trick_file,
    finish=variant.finish_trick_variant,
    content=variant.content,
    content_in_force=variant.content_in_force,
    further_content=variant.further_content,
    doubts=description.doubts,
    rules=variant.trick_rules_in_force,
    start=engine.start,
    step=engine.step,
    judge=engine.judge,
    public=state.PublicTrickState,
    public_state=state.public_trick_state,
    digest={
        state.TrickState: (
            "phase round dealer players turn trick played voids broken revokes taken settled "
            "winners"
        ),
        state.TrickPlayer: "name points round_points penalty tricks cards",
        state.TrickCard: "seat card",
        state.Void: "seat suit trick",
        state.Taken: "seat cards points",
    },
    question=words.question,
    scores=engine.scores,
    hand=engine.hand,
    allowed=engine.allowed,
    without_cards=engine.without_cards,
    miscount=engine.miscounted_points,
    faults=faults.TrickFaults,
    event_row=words.trick_event_row,
    state_again=words.state_again,
    beside=words.beside,
    rule_tables=description.rule_tables,
    in_force=description.in_force,
    announcement=screens.announcement,
    idle=dialogs.idle,
    menu_rows=dialogs.menu_rows,
    played_with=dialogs.played_with,
    by_hand=lambda scene, _seen, back: ByHandDialog.start(scene, back),
    seats=lambda game: game.players,
    group=phrase("Trick games"),
    page_keys=page.page_keys,
    page_game=page.page_game,
    page_now=page.page_now,
    page_rounds=page.page_rounds,
    steps=lambda _rules: "rounds",
    last_round=lambda rules: rules.last_round,
    bot_commands=bots.commands,
    bot_value=bots.value,
)
