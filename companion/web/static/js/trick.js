// A trick game as every page shows it: the trick in order of play. Pure.

/** A place for each player, the leader first: a card, the player to act, or empty. */
export function trickPlaces({ state, now: { trick } }) {
  const lying = trick?.cards ?? [];
  if (!lying.length && !state.turn) return [];
  const first = state.players.findIndex(({ name }) => name === (lying[0]?.player ?? state.turn));
  return state.players.map((_, at) => {
    const { name } = state.players[(first + at) % state.players.length];
    const { card = null, said = "" } = lying.find(({ player }) => player === name) ?? {};
    return { name, card, said, wins: trick?.wins === name, acts: name === state.turn && !(trick?.taken && card), taken: Boolean(trick?.taken) };
  });
}
