import { posix } from 'node:path';
import { expect, test } from 'vitest';
import { readSources } from '../../../../scripts/lib/files.mjs';
import { publicEntries } from '../../../../scripts/lib/packages.mjs';
import { parse, walk } from '../../../../scripts/lib/parse.mjs';
import { publicNames } from '../../../../scripts/lib/public-names.mjs';

// Whoever passes on what a call takes or answers must be able to name its type: this walks the built declarations from what programs call.

const ROOTS = ['.', './types', './pglite', './pg'];

/** Reached, and no name for anybody: the type beside it has the public name, or is made of these. */
const INTERNAL = [
  'AdmissionPorts', // MemoryInjectionSubscriberOptions
  'AttributeSet', // of the inspector's own views
  'BudgetTracesRequest', // BudgetChangeRequest
  'CommonOptions', // PostgresOptions
  'ForgetForms', // ForgetRequest
  'HelpFigures', // DidItHelp
  'HttpEmbedderOptions', // OllamaEmbedderOptions
  'OfSession', // InSessionInjectorOptions
  'OneOf', // ForgetRequest
  'OnnxModel', // OnnxEmbedderOptions
  'Readable', // RememberOptions['readable']
  'SessionFeedbackOutcome', // SessionOutcome
  'Superseding', // RememberOptions
  'TextPreparation', // the options of each embedder
];

/** What of a syntax tree this looks at. */
interface Syntax {
  readonly type: string;
  readonly name: string;
  readonly id?: Syntax | null;
  readonly declaration?: Syntax | null;
  readonly source?: { readonly value: string } | null;
  readonly specifiers?: readonly { readonly local: Syntax; readonly imported?: Syntax; readonly exported?: Syntax }[];
  readonly typeName?: Syntax;
  readonly expression?: Syntax;
}

interface Declarations {
  readonly declared: ReadonlyMap<string, Syntax>;
  readonly elsewhere: ReadonlyMap<string, readonly [path: string, name: string]>;
}

const texts: Map<string, string> = readSources('packages/engine/dist', { generated: true });
const builtOf = (source: string): string => source.replace('/src/', '/dist/').replace(/\.ts$/, '.d.ts');

function declarationsOf(path: string): Declarations {
  const body = parse(path, texts.get(path) ?? '').program.body as unknown as readonly Syntax[];
  const elsewhere = body.flatMap(({ source, specifiers = [] }) => {
    if (!source?.value.startsWith('.')) return [];
    const from = posix.join(posix.dirname(path), source.value).replace(/\.(ts|js)$/, '.d.ts');
    return specifiers.map(({ local, imported, exported }) => {
      const theirs = imported ?? local;
      return [(exported ?? local).name, [from, theirs.name] as const] as const;
    });
  });
  const declared = body.flatMap((node) => {
    const declaration = node.declaration ?? node;
    return declaration.id ? [[declaration.id.name, declaration] as const] : [];
  });
  return { declared: new Map(declared), elsewhere: new Map(elsewhere) };
}

function typesNamedIn(declaration: Syntax): string[] {
  const names: string[] = [];
  walk(declaration, ({ type, typeName, expression }: Syntax) => {
    const named = type === 'TSTypeReference' ? typeName : type === 'TSInterfaceHeritage' ? expression : undefined;
    if (named?.type === 'Identifier') names.push(named.name);
  });
  return names;
}

/** Every declaration that can be reached, as `path#name`. */
function reachable(roots: readonly (readonly [path: string, name: string])[]): Set<string> {
  const files = new Map<string, Declarations>();
  const seen = new Set<string>();
  const waiting = [...roots];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const [path, name] = next;
    const file = files.get(path) ?? declarationsOf(path);
    files.set(path, file);
    const declaration = file.declared.get(name);
    const imported = file.elsewhere.get(name);
    if (declaration === undefined && imported !== undefined) waiting.push(imported);
    if (declaration === undefined || seen.has(`${path}#${name}`)) continue;
    seen.add(`${path}#${name}`);
    for (const named of typesNamedIn(declaration)) waiting.push([path, named]);
  }
  return seen;
}

test('declarations are read by TypeScript before 5.7, whose typed arrays take no argument', () => {
  const newer = [...texts].filter(
    ([path, text]) => path.endsWith('.d.ts') && /\b(?:Int|Uint|Float)\d+Array</.test(text),
  );
  expect(newer.map(([path]) => path)).toEqual([]);
});

test('each type that calls take or answer is exported, or is known to be internal', () => {
  const sources = readSources('packages/engine/src');
  const entries = publicEntries('packages/engine').map(({ subpath, source }: { subpath: string; source: string }) => ({
    subpath,
    names: publicNames(source, sources).map(({ name, path }: { name: string; path: string }) => [builtOf(path), name]),
  }));
  const known = new Set(entries.flatMap(({ names }) => names.map(([path, name]) => `${path}#${name}`)));
  const roots = entries.flatMap(({ subpath, names }) => (ROOTS.includes(subpath) ? names : []));
  const reached = reachable(roots as [string, string][]);
  expect(reached.size).toBeGreaterThan(250);
  const unnamed = [...reached].filter((one) => !known.has(one)).map((one) => one.replace(/.*#/, ''));
  expect(unnamed.toSorted()).toEqual(INTERNAL);
});
