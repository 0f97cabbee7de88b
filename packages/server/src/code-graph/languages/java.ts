import type { Node } from '@vscode/tree-sitter-wasm';
import { childrenOf, type Language, type StatementFacts } from './language.ts';

const QUERY = `
[(class_declaration name: (_) @name) (record_declaration name: (_) @name) (enum_declaration name: (_) @name)] @class
[(interface_declaration name: (_) @name) (annotation_type_declaration name: (_) @name)] @interface
(superclass (_) @extends)
(super_interfaces (type_list (_) @implements))
(extends_interfaces (type_list (_) @extends))
(object_creation_expression type: (_) @call)
(method_invocation object: [(identifier) (field_access)] @call)
(method_invocation !object name: (_) @call)
[(import_declaration) (package_declaration)] @statement
`;

const NESTING = new Set([
  'class_declaration',
  'record_declaration',
  'enum_declaration',
  'interface_declaration',
  'annotation_type_declaration',
]);

/** Java. Classes inside of classes are declarations, methods are part of their class. */
export const java: Language = {
  name: 'java',
  extensions: ['java'],
  grammarOf: () => 'java',
  query: QUERY,
  transparent: new Set([
    'program',
    'class_body',
    'interface_body',
    'enum_body',
    'enum_body_declarations',
    'annotation_type_body',
    ...NESTING,
  ]),
  nesting: NESTING,
  classes: NESTING,
  readStatement,
  isExported: (node) => childrenOf(node, 'modifiers').some(({ text }) => /\bpublic\b/.test(text)),
};

/** An import names a class (its last part), a member of one (static), or all of either (asterisk). */
function readStatement(node: Node): StatementFacts {
  const path =
    node.namedChildren.find((child) => child?.type === 'scoped_identifier' || child?.type === 'identifier')?.text ?? '';
  if (node.type === 'package_declaration') return { namespace: path };
  if (childrenOf(node, 'asterisk').length > 0) {
    return { imports: [{ specifier: path, bindings: [{ name: '*', as: '*' }], reexport: false }] };
  }
  const cut = path.lastIndexOf('.');
  const name = path.slice(cut + 1);
  return { imports: [{ specifier: path.slice(0, Math.max(0, cut)), bindings: [{ name, as: name }], reexport: false }] };
}
