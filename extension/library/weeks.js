// Days and weeks without gaps, for charts over time. Pure.

const DAY = 86_400_000;

/** @param {string} day  such as 2026-03-02 @param {number} by  days */
export const later = (day, by) => new Date(Date.parse(`${day}T00:00:00Z`) + by * DAY).toISOString().slice(0, 10);

/** The Monday of a moment's week, in UTC. @param {Date} moment */
export function mondayOf(moment) {
  const day = moment.toISOString().slice(0, 10);
  return later(day, -((moment.getUTCDay() + 6) % 7));
}

/**
 * One entry for each step up to the last, those that are not given being 0.
 * @param {{ at: string, value: number }[]} given  in order
 * @param {{ last: string, step: number, least: number }} span  `step` in days, `least` entries at least
 */
export function withoutGaps(given, { last, step, least }) {
  const values = new Map(given.map(({ at, value }) => [at, value]));
  const first = [later(last, -step * (least - 1)), given[0]?.at ?? last].sort()[0] ?? last;
  const all = [];
  for (let at = first; at <= last; at = later(at, step)) all.push({ at, value: values.get(at) ?? 0 });
  return all;
}
