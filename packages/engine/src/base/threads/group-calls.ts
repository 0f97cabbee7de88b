/** Calls of one kind that can be answered together. */
export interface GroupedCalls<Entry, Answer> {
  /** Calls with the same key never run beside each other, and begin in the order in which they were made. */
  readonly keyOf: (entry: Entry) => string;
  /** Answers several, in the order of their keys, each at its place. Must not wait for long. */
  readonly together: (entries: readonly Entry[]) => Promise<readonly Answer[]>;
  readonly alone: (entry: Entry) => Promise<Answer>;
  /** Whether this failure of several may be the fault of one of them, and left all undone: then each is run by itself. */
  readonly mayBeOnes: (error: unknown) => boolean;
}

interface Call<Entry, Answer> {
  readonly entry: Entry;
  readonly key: string;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (reason: unknown) => void;
}

interface State<Entry, Answer> {
  readonly calls: GroupedCalls<Entry, Answer>;
  waiting: Call<Entry, Answer>[];
  /** The keys of what is under way. */
  readonly busy: Set<string>;
  /** Groups under way. */
  running: number;
  /** Whether a call runs by itself because there was no other. */
  hasSingle: boolean;
  isPumping: boolean;
}

/** Two: while the answers of one group are being read, the database works on the other. */
const AT_ONCE = 2;
const MOST = 64;

/**
 * Runs calls that are made at the same moment together, as a database's group commit does: what is asked while others are under way goes with
 * the next group. There is no timer: whoever asks when nothing is under way is not kept waiting for company, and runs by itself, which costs less.
 * One at most does so: it may have to wait for a lock, and then nobody else is to wait behind it.
 */
export function groupCalls<Entry, Answer>(calls: GroupedCalls<Entry, Answer>): (entry: Entry) => Promise<Answer> {
  const state: State<Entry, Answer> = {
    ...{ calls, waiting: [], busy: new Set() },
    ...{ running: 0, hasSingle: false, isPumping: false },
  };
  return (entry) =>
    new Promise((resolve, reject) => {
      state.waiting.push({ entry, key: calls.keyOf(entry), resolve, reject });
      pumpSoon(state);
    });
}

/** After everything that the present event sets off: whoever was answered together asks together again. */
function pumpSoon<Entry, Answer>(state: State<Entry, Answer>): void {
  if (state.isPumping) return;
  state.isPumping = true;
  process.nextTick(() => {
    state.isPumping = false;
    pump(state);
  });
}

function pump<Entry, Answer>(state: State<Entry, Answer>): void {
  while (state.running < AT_ONCE) {
    const group = takeGroup(state);
    const [first] = group;
    if (!first) return;
    if (group.length === 1 && !state.hasSingle) void runSingle(state, first);
    else void runGroup(state, group);
  }
}

function takeGroup<Entry, Answer>(state: State<Entry, Answer>): Call<Entry, Answer>[] {
  const group: Call<Entry, Answer>[] = [];
  const left: Call<Entry, Answer>[] = [];
  const passed = new Set<string>();
  for (const call of state.waiting) {
    const isFree = group.length < MOST && !state.busy.has(call.key) && !passed.has(call.key);
    passed.add(call.key);
    (isFree ? group : left).push(call);
  }
  state.waiting = left;
  for (const { key } of group) state.busy.add(key);
  return group.toSorted((a, b) => (a.key < b.key ? -1 : 1));
}

async function runSingle<Entry, Answer>(state: State<Entry, Answer>, call: Call<Entry, Answer>): Promise<void> {
  state.hasSingle = true;
  await runAlone(state, call);
  state.hasSingle = false;
}

/** Never rejects. */
async function runGroup<Entry, Answer>(
  state: State<Entry, Answer>,
  group: readonly Call<Entry, Answer>[],
): Promise<void> {
  state.running += 1;
  const [end] = await Promise.allSettled([state.calls.together(group.map(({ entry }) => entry))]);
  state.running -= 1;
  const isOnes = end.status === 'rejected' && state.calls.mayBeOnes(end.reason);
  for (const [index, call] of group.entries()) {
    if (isOnes) void runAlone(state, call);
    else settle(state, call, end.status === 'fulfilled' ? { ...end, value: end.value[index] as Answer } : end);
  }
  pumpSoon(state);
}

async function runAlone<Entry, Answer>(state: State<Entry, Answer>, call: Call<Entry, Answer>): Promise<void> {
  const [end] = await Promise.allSettled([state.calls.alone(call.entry)]);
  settle(state, call, end);
  pumpSoon(state);
}

function settle<Entry, Answer>(
  { busy }: State<Entry, Answer>,
  { key, resolve, reject }: Call<Entry, Answer>,
  end: PromiseSettledResult<Answer>,
): void {
  busy.delete(key);
  if (end.status === 'fulfilled') resolve(end.value);
  else reject(end.reason);
}
