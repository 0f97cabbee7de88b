/**
 * Two: most machines that run this have two cores. Answers what `work` answers of each item, in the order of the items. Rejects with what
 * failed first, when nothing of it runs any more; what has not begun by then is left out.
 */
export async function twoAtATime(items, work) {
  const answers = [];
  const failures = [];
  const left = items.entries();
  const takeTurns = async () => {
    for (const [index, item] of left) {
      try {
        answers[index] = await work(item);
      } catch (error) {
        failures.push(error);
      }
      if (failures.length > 0) return;
    }
  };
  await Promise.all([takeTurns(), takeTurns()]);
  if (failures.length > 0) throw failures[0];
  return answers;
}
