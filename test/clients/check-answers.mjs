import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { FAILING, PROMPT } from './script-steps.mjs';

/** How the scripted agent ends each of its turns. */
const ANSWER = /^The gateway keeps it for a day\./;

/**
 * What is missing of a conversation in the daemon's activities, one sentence each: the newest session that was not a doctor's has `turns`
 * answers, each behind its prompt, and the tests that failed are known to have failed.
 */
export async function checkAnswers(home, turns) {
  const rows = await newestActivities(home);
  const talk = rows.filter(({ type, body }) => type === 'response' || (type === 'action' && body.name === 'prompt'));
  const answers = talk.filter(({ type, body }) => type === 'response' && ANSWER.test(body.text));
  const first = talk.at(0)?.body.text;
  return [
    ...(first?.includes(PROMPT) ? [] : [`the session's first words are no prompt but: ${JSON.stringify(talk.at(0))}`]),
    ...(answers.length === turns ? [] : [`the session has ${answers.length} answers, ${turns} were given`]),
    ...unknownFailures(rows),
    ...(talk.at(-1) === answers.at(-1) ? [] : [`the session's last words are: ${JSON.stringify(talk.at(-1))}`]),
  ];
}

/** Tests that failed and count as passed would tell that what was decided before them is right. Codex does not tell, which is said. */
function unknownFailures(rows) {
  const ran = rows.filter(({ type, body }) => type === 'action' && JSON.stringify(body.input)?.includes(FAILING));
  const passed = rows.filter(({ type, body }) => type === 'context' && body.key === 'lastTestRun' && !body.unsure);
  return [
    ...(ran.length > 0 ? [] : ['the tests were run, and the session has no call of them']),
    ...passed.map(({ body }) => `tests that failed count as passed: ${JSON.stringify(body)}`),
  ];
}

async function newestActivities(home) {
  const state = join(home, '.local/share/inkling');
  const { url } = JSON.parse(readFileSync(join(state, 'daemon.json'), 'utf8'));
  const headers = { authorization: `Bearer ${readFileSync(join(state, 'daemon-token'), 'utf8').trim()}` };
  const ask = async (path) => (await (await fetch(`${url}/v1/sessions${path}`, { headers })).json()).rows;
  const [session] = await ask('?limit=1');
  return ask(`/${encodeURIComponent(session.id)}/activities?limit=500`);
}
