"""The family of points games, which record the points of any other game round by round."""

from companion.core.family import Family
from companion.games.points import dialogs, engine, page, variant, words
from companion.message import phrase

POINTS = Family(
    name=variant.PointsOptions.family,
    games=phrase("points games"),
    keys=variant.PointsOptions,
    variant=variant.PointsVariant,
    file=variant.PointsFile,
    merge=variant.merge_points_file,
    finish=variant.finish_points_variant,
    content=variant.content,
    content_in_force=variant.content,
    doubts=variant.points_doubts,
    rules=lambda game, house, players, **_: variant.points_rules_in_force(game, house, players),
    start=engine.start,
    step=engine.step,
    judge=engine.judge,
    public=engine.PublicPointsState,
    public_state=engine.public_points_state,
    digest={
        engine.PointsState: "phase round dealer players winners",
        engine.PointsPlayer: "name still_in points last",
    },
    enters_rounds=True,
    scores=engine.scores,
    event_row=words.points_event_row,
    state_again=words.state_again,
    rule_tables=words.rule_tables,
    in_force=words.in_force,
    idle=dialogs.idle,
    menu_rows=dialogs.points_menu_rows,
    people_rows=dialogs.points_people_rows,
    seats=lambda game: game.players,
    group=phrase("Points games"),
    page_game=page.page_game,
    page_now=page.page_now,
    page_rounds=page.page_rounds,
    steps=lambda _rules: "rounds",
    last_round=lambda rules: rules.last_round,
)
