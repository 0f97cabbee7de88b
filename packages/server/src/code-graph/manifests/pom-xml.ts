import type { ManifestFacts } from '../file-facts.ts';

/** Reads a pom.xml: group and artifact of its dependencies, as `group:artifact`. Nothing of it is executed or fetched. */
export function readPomXml(text: string): ManifestFacts {
  const plain = text.replaceAll(/<!--[\s\S]*?-->/g, '');
  const blocks = [...plain.matchAll(/<dependency>([\s\S]*?)<\/dependency>/g)].map(([, inner = '']) => inner);
  const own = plain.replaceAll(/<(dependencies|dependencyManagement|build|parent|profiles)>[\s\S]*?<\/\1>/g, '');
  const dependencies = blocks.map(coordinates).filter((found) => found !== '');
  return {
    kind: 'manifest',
    ecosystem: 'maven',
    name: coordinates(own) || elementText(own, 'artifactId'),
    dependencies: [...new Set(dependencies)].toSorted(),
    entries: [],
  };
}

function coordinates(xml: string): string {
  const [group, artifact] = [elementText(xml, 'groupId'), elementText(xml, 'artifactId')];
  return group === '' || artifact === '' ? '' : `${group}:${artifact}`;
}

function elementText(xml: string, element: string): string {
  return new RegExp(`<${element}>\\s*([^<]*?)\\s*</${element}>`).exec(xml)?.[1] ?? '';
}
