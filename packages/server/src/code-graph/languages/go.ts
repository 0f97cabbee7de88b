import type { Node } from '@vscode/tree-sitter-wasm';
import type { ImportBinding } from '../file-facts.ts';
import { fieldText, type Language, type StatementFacts } from './language.ts';

const QUERY = `
(type_spec name: (_) @name type: (struct_type)) @class
(type_spec name: (_) @name type: (interface_type)) @interface
[(type_spec name: (_) @name) (type_alias name: (_) @name)] @type
(function_declaration name: (_) @name) @function
[(const_spec name: (identifier) @name) (var_spec name: (identifier) @name)] @constant
(method_declaration receiver: (parameter_list (parameter_declaration type: [
  (type_identifier) @owner
  (pointer_type (type_identifier) @owner)
  (generic_type type: (type_identifier) @owner)
  (pointer_type (generic_type type: (type_identifier) @owner))]))) @scope
(field_declaration !name type: [(type_identifier) (qualified_type)] @extends)
(interface_type (type_elem . [(type_identifier) (qualified_type)] @extends .))
(call_expression function: [(identifier) (selector_expression)] @call)
(composite_literal type: [(type_identifier) (qualified_type)] @call)
[(import_spec) (package_clause)] @statement
`;

/** Go. What a type embeds is what it extends; which interfaces it satisfies is not written down, so it is not guessed. */
export const go: Language = {
  name: 'go',
  extensions: ['go'],
  grammarOf: () => 'go',
  query: QUERY,
  transparent: new Set(['source_file', 'type_declaration', 'const_declaration', 'var_declaration', 'var_spec_list']),
  nesting: new Set(),
  classes: new Set(),
  readStatement,
  isExported: (_node, name) => /^\p{Lu}/u.test(name),
};

function readStatement(node: Node): StatementFacts {
  if (node.type === 'package_clause') return { namespace: node.namedChildren[0]?.text ?? '' };
  const specifier = fieldText(node, 'path').replaceAll(/^["`]|["`]$/g, '');
  return { imports: [{ specifier, bindings: bindingOf(specifier, fieldText(node, 'name')), reexport: false }] };
}

function bindingOf(specifier: string, alias: string): ImportBinding[] {
  if (alias === '_') return [];
  if (alias === '.') return [{ name: '*', as: '*' }];
  return [{ name: '*', as: alias || packageNameOf(specifier) }];
}

/** The last element of an import path, or the one before a version: `example.com/redis/v9` is package redis. */
function packageNameOf(specifier: string): string {
  const parts = specifier.split('/').filter((part) => !/^v\d+$/.test(part));
  return (parts.at(-1) ?? specifier).replace(/\.v\d+$/, '').replace(/^go-/, '');
}
