/** Two: most machines that run this have two cores. Answers what `work` answers of each item, in the order of the items. */
export async function twoAtATime(items, work) {
  const answers = [];
  const left = items.entries();
  const takeTurns = async () => {
    for (const [index, item] of left) answers[index] = await work(item);
  };
  await Promise.all([takeTurns(), takeTurns()]);
  return answers;
}
