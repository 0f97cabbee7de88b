import { parse } from 'smol-toml';
import type { ManifestFacts } from '../file-facts.ts';
import { recordAt, textOf } from '../../base/record.ts';

/** Reads a pyproject.toml: the standard's fields, dependency groups, and Poetry's own. */
export function readPyproject(text: string): ManifestFacts {
  const manifest = parse(text);
  const project = recordAt(manifest, 'project');
  const poetry = recordAt(manifest, 'tool', 'poetry');
  const lists = [
    project['dependencies'],
    ...Object.values(recordAt(project, 'optional-dependencies')),
    ...Object.values(recordAt(manifest, 'dependency-groups')),
  ];
  const requirements = lists.flatMap((list) => (Array.isArray(list) ? list.map(textOf) : []));
  const groups = Object.values(recordAt(poetry, 'group')).flatMap((group) =>
    Object.keys(recordAt(group, 'dependencies')),
  );
  const tables = [...Object.keys(recordAt(poetry, 'dependencies')), ...groups].filter((name) => name !== 'python');
  return manifestOf(textOf(project['name']) || textOf(poetry['name']), [
    ...requirements.map(requirementName),
    ...tables,
  ]);
}

/** Reads a requirements.txt. Options, files and addresses name no package. */
export function readRequirements(text: string): ManifestFacts {
  return manifestOf(
    '',
    text.split('\n').map((line) => requirementName(line.trim())),
  );
}

function manifestOf(name: string, dependencies: readonly string[]): ManifestFacts {
  const named = new Set(dependencies.filter((dependency) => dependency !== ''));
  return { kind: 'manifest', ecosystem: 'pypi', name, dependencies: [...named].toSorted(), entries: [] };
}

/** The package of a requirement such as `requests[socks]>=2; python_version < "3.12"`. */
function requirementName(requirement: string): string {
  return /^[A-Za-z0-9][A-Za-z0-9._-]*(?=\s*($|[[<>=!~;@#( ,]))/.exec(requirement)?.[0] ?? '';
}
