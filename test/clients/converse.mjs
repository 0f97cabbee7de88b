import { runProgram } from './run-program.mjs';

/**
 * One conversation of several turns: in one run of the client where that takes turns by its standard input, else each run goes on with the
 * last one's. Returns how the last run ended; one that failed is the last.
 */
export async function converse({ run, goesOn, conversation }, { program }, place, asked) {
  const { home, project: cwd } = place;
  if (conversation) {
    const { args, environment } = conversation.run(place);
    const turns = asked.map(conversation.turn);
    return runProgram(program, args, { cwd, home, environment, turns, endsTurn: conversation.endsTurn });
  }
  let ended;
  for (const prompt of asked) {
    const { args, environment } = run(place, prompt);
    ended = await runProgram(program, ended ? goesOn(args) : args, { cwd, home, environment });
    if (ended.status !== 0) break;
  }
  return ended;
}

/** How a run ended that should have ended well: nothing, or one sentence. */
export function endProblems(when, { status, stdout, stderr }) {
  if (status === 0) return [];
  return [`${when} the client ended with ${status}: ${`${stdout}${stderr}`.trim().slice(-600)}`];
}
