// Whether weights that were learned from outcomes raise the share of followed lines, on a real history: each later commit is a session that is
// asked about its subject, is given its start block, edits the commit's files, and ends as git says that the commit ended. Two memories walk
// through it side by side, one that learns from it and one whose weights stay at 1.
import { openPglite } from '@inkling/engine/pglite';
import { blameLines } from '../../packages/server/dist/git/file-history.js';
import { locateRepository } from '../../packages/server/dist/git/locate-repository.js';
import { gitEvidence } from '../../packages/server/dist/outcomes/git-evidence.js';
import { planReplay } from '../../packages/server/dist/replay/plan-replay.js';
import { observationIdAt, readHistory } from '../../packages/server/dist/replay/read-history.js';
import { openReplayMemory, REPLAY_PROJECT as PROJECT } from '../../packages/server/dist/replay/replay-memory.js';

const WORKER = 'bench';
const WORK_TYPE = 'unknown';
const NINE_DAYS_MS = 9 * 86_400_000;
/** A busy machine must not turn a slow answer into an empty one. */
const DEADLINE_MS = 60_000;
const SESSION_TTL_MS = 86_400_000;

/** A history's commits, oldest first, and its sessions: later ones, each with the evidence of how it ended. */
async function readSessions(directory, { commits: maxCommits, sessions: queries }) {
  const repository = await locateRepository(directory);
  const { commits } = await readHistory(repository, { projectId: PROJECT, maxCommits, nowMs: Date.now() });
  const plan = planReplay(commits, { split: 0.3, queries });
  const sessions = [];
  for (const commit of plan.queries) {
    const at = Number(commit.observation.createdAt);
    const edits = commit.paths.map((path) => ({ path, at }));
    sessions.push({ commit, evidence: await gitEvidence(repository, edits, at + NINE_DAYS_MS) });
  }
  return { directory: repository.directory, commits, sessions };
}

async function openArm(learns) {
  const memory = await openReplayMemory(await openPglite(), (error) =>
    process.stderr.write(`warning: ${String(error)}\n`),
  );
  let known = 0;
  return {
    learns,
    org: memory.org,
    async remember(commits) {
      await memory.add(commits.slice(known));
      known = commits.length;
    },
    close: () => memory.close(),
  };
}

/** Opens a session about the commit's subject, and answers the ids of its start block, in their order. */
async function giveBlock({ org }, { hash, subject }, linesOf) {
  await org.sessions.create({ id: hash, projectId: PROJECT, agentId: WORKER, workItem: { title: subject } });
  const claim = await org.sessions.claim(hash, { workerId: WORKER, ttlMs: SESSION_TTL_MS });
  const block = await org.buildSessionMemoryBlock({
    ...{ sessionId: hash, workType: WORK_TYPE, projectId: PROJECT, queryText: subject, deadlineMs: DEADLINE_MS },
    linesOf,
  });
  return { lockToken: claim.lockToken, block };
}

/** What the session did, and, in a memory that learns, what became of it. */
async function endSession({ org, learns }, { commit: { hash, subject, paths }, evidence }, { lockToken, block }) {
  const { budgetTokens, actualTokens, observationIds } = block;
  await org.recordContextInjection({
    ...{ sessionId: hash, workType: WORK_TYPE, budgetTokens, actualTokens, observationIds },
    ...{ sessionSummaryIds: [], queryText: subject },
  });
  const edits = paths.map((value) => ({ type: 'context', body: { key: 'lastEditedFile', value } }));
  await org.activities.append(hash, edits);
  await org.sessions.complete(hash, lockToken, {});
  return learns ? (await org.feedback.observeOutcome(hash, evidence)).outcome : null;
}

/** How many of the lines name a file that the session edited after it was given them. */
async function followed({ org }, { observationIds }, { paths }) {
  const rows = await org.observations.getMany(observationIds);
  return rows.filter(({ metadata }) => metadata.paths?.some((path) => paths.includes(path))).length;
}

/**
 * `{ sessions: [{ learned: { lines, followed }, neutral, differ, outcome }], moved }`: what each session was given in both memories, and how many
 * observations have another weight than 1 in the end.
 */
export async function learnFromHistory(repository, options, say) {
  const { directory, commits, sessions } = await readSessions(repository, options);
  const arms = { learned: await openArm(true), neutral: await openArm(false) };
  const told = [];
  for (const session of sessions) {
    const { commit } = session;
    const blamed = new Map();
    const linesOf = (path) => {
      if (!blamed.has(path)) blamed.set(path, blameLines(directory, `${commit.hash}^`, path));
      return blamed.get(path);
    };
    const result = {};
    for (const [name, arm] of Object.entries(arms)) {
      await arm.remember(commits.slice(0, commit.position));
      const given = await giveBlock(arm, commit, linesOf);
      const { observationIds } = given.block;
      result[name] = { ids: observationIds, lines: observationIds.length };
      result[name].followed = await followed(arm, given.block, commit);
      result.outcome = (await endSession(arm, session, given)) ?? result.outcome;
    }
    told.push({ ...result, differ: result.learned.ids.join() !== result.neutral.ids.join() });
    if (told.length % 50 === 0) say(`${told.length} of ${sessions.length} sessions`);
  }
  const ids = commits.map(({ position, observation }) => observationIdAt(position, Number(observation.createdAt)));
  const moved = await weightsOf(arms.learned, ids);
  for (const arm of Object.values(arms)) await arm.close();
  return { sessions: told, moved };
}

async function weightsOf({ org }, ids) {
  let moved = 0;
  for (let from = 0; from < ids.length; from += 500) {
    const rows = await org.observations.getMany(ids.slice(from, from + 500));
    moved += rows.filter(({ weight }) => weight !== 1).length;
  }
  return moved;
}
