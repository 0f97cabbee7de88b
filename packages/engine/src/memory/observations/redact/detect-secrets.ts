/** A secret that the detector library found: where it begins and ends, and the rule's short name. */
export interface DetectedSecret {
  readonly start: number;
  readonly end: number;
  readonly kind: string;
}

/** What is used of a rule. Written out, because the library's own declarations import a package that it does not install. */
interface Rule {
  readonly meta: { readonly id: string };
  create(context: RuleContext, options: object): { file?(source: RuleSource): void | Promise<void> };
}
type RuleContext = ReturnType<typeof contextOf>;
type RuleSource = ReturnType<typeof sourceOf>;

const RULE_PREFIX = '@secretlint/secretlint-rule-';
const LEFT_OUT: readonly string[] = [
  // It obeys "secretlint-disable" inside the text: whoever writes the text could switch detection off.
  'filter-comments',
  // They take the whole URL away, or a URL whose credentials are already redacted; our own pattern takes the credentials only.
  'basicauth',
  'database-connection-string',
];

let loading: Promise<readonly (readonly [kind: string, rule: Rule])[]> | undefined;

/** A megabyte of code, read with the first text and not with the library: who opens a memory does not wait for it. */
async function loadRules(): Promise<readonly (readonly [kind: string, rule: Rule])[]> {
  const { rules } = await import('@secretlint/secretlint-rule-preset-recommend');
  return (rules as unknown as readonly Rule[])
    .map((rule) => [kindOf(rule), rule] as const)
    .filter(([kind]) => !LEFT_OUT.includes(kind));
}

/**
 * Runs the detector library's rules over a text. They are run here and not by the library's own core, because that marks
 * every run in a process-wide performance observer and searches all marks on each new one: 10,000 texts took more than 6 minutes.
 */
export async function detectSecrets(text: string): Promise<DetectedSecret[]> {
  const rules = await (loading ??= loadRules());
  const source = sourceOf(text);
  const found: DetectedSecret[] = [];
  for (const [kind, rule] of rules) {
    const context = contextOf(kind, (secret) => found.push(secret));
    await rule.create(context, {}).file?.(source);
  }
  return found;
}

function kindOf(rule: Rule): string {
  return rule.meta.id.replace(RULE_PREFIX, '');
}

function contextOf(kind: string, onFound: (secret: DetectedSecret) => void) {
  return {
    sharedOptions: {},
    // The library's message quotes the secret; only its place is wanted.
    createTranslator: () => (messageId: unknown) => ({ message: '', messageId: String(messageId), data: {} }),
    report: ({ range: [start, end] }: { readonly range: readonly [number, number] }) => {
      onFound({ start, end, kind });
    },
    ignore: () => undefined,
  };
}

/** The text as the rules want it. Without a file path, none of them looks at a disk. */
function sourceOf(content: string) {
  const nowhere = { line: 1, column: 0 };
  return {
    content,
    contentType: 'text',
    ext: '',
    filePath: undefined,
    physicalFilePath: undefined,
    hasBOM: false,
    getFilePath: () => undefined,
    getPhysicalFilePath: () => undefined,
    locationToRange: () => [0, 0],
    rangeToLocation: () => ({ start: nowhere, end: nowhere }),
    positionToIndex: () => 0,
    indexToPosition: () => nowhere,
  };
}
