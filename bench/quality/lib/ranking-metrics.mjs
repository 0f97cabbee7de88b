// How well a ranking serves a query. `relevant` is { id: grade above 0 }; `ranked` are ids, best first; a repeated id counts once.

const isRelevant = (relevant, id) => Object.hasOwn(relevant, id);

/** The share of the relevant items that are among the first k. */
export function recallAt(ranked, relevant, k) {
  const first = new Set([...new Set(ranked)].slice(0, k));
  const wanted = Object.keys(relevant);
  return wanted.filter((id) => first.has(id)).length / wanted.length;
}

/** 1 ÷ the place of the first relevant item; 0 when there is none. */
export function reciprocalRank(ranked, relevant) {
  const at = [...new Set(ranked)].findIndex((id) => isRelevant(relevant, id));
  return at < 0 ? 0 : 1 / (at + 1);
}

/** What a grade is worth at a place that begins at 0. */
const discounted = (grade, place) => grade / Math.log2(place + 2);
const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);

/** Discounted cumulative gain of the first k, of the best that could be had: 1 = the best order there is. */
export function ndcgAt(ranked, relevant, k) {
  const first = [...new Set(ranked)].slice(0, k);
  const grades = first.map((id) => (isRelevant(relevant, id) ? relevant[id] : 0));
  const ideal = Object.values(relevant)
    .toSorted((a, b) => b - a)
    .slice(0, k);
  return sum(grades.map(discounted)) / sum(ideal.map(discounted));
}

/** The four figures of one query. */
export function scoreRanking(ranked, relevant) {
  return {
    recall5: recallAt(ranked, relevant, 5),
    recall10: recallAt(ranked, relevant, 10),
    mrr: reciprocalRank(ranked, relevant),
    ndcg10: ndcgAt(ranked, relevant, 10),
  };
}

/** The mean of each figure over queries. */
export function meanScores(scores) {
  const [first = {}] = scores;
  return Object.fromEntries(
    Object.keys(first).map((name) => [name, sum(scores.map((score) => score[name])) / scores.length]),
  );
}
