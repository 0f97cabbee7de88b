import type { Node } from '@vscode/tree-sitter-wasm';
import type { ImportFact } from '../file-facts.ts';
import { childrenOf, fieldText, type Language, type StatementFacts } from './language.ts';

const QUERY = `
[(struct_item name: (_) @name) (enum_item name: (_) @name) (union_item name: (_) @name)] @class
(trait_item name: (_) @name) @interface
[(function_item name: (_) @name) (macro_definition name: (_) @name)] @function
(type_item name: (_) @name) @type
[(const_item name: (_) @name) (static_item name: (_) @name)] @constant
(impl_item type: [(type_identifier) @owner (generic_type type: (type_identifier) @owner)]) @scope
(impl_item trait: (_) @implements)
(trait_item bounds: (trait_bounds (_) @extends))
(call_expression function: [(identifier) (scoped_identifier)] @call)
(call_expression function: (generic_function function: [(identifier) (scoped_identifier)] @call))
(struct_expression name: [(type_identifier) (scoped_type_identifier)] @call)
(macro_invocation macro: (_) @call)
[(use_declaration) (mod_item !body) (extern_crate_declaration)] @statement
`;

/** Rust. A module that is written inside of a file lends its name to what it declares. */
export const rust: Language = {
  name: 'rust',
  extensions: ['rs'],
  grammarOf: () => 'rust',
  query: QUERY,
  transparent: new Set(['source_file', 'mod_item', 'declaration_list']),
  nesting: new Set(['mod_item']),
  classes: new Set(),
  readStatement,
  isExported: isPublic,
};

function isPublic(node: Node): boolean {
  return childrenOf(node, 'visibility_modifier').length > 0;
}

function readStatement(node: Node): StatementFacts {
  if (node.type === 'mod_item') return readModule(node);
  if (node.type === 'extern_crate_declaration') {
    const name = fieldText(node, 'name');
    return {
      imports: [{ specifier: name, bindings: [{ name: '*', as: fieldText(node, 'alias') || name }], reexport: false }],
    };
  }
  const argument = node.childForFieldName('argument');
  return { imports: argument ? readUse(argument, '', isPublic(node)) : [] };
}

/** `mod name;` is where another file joins the crate: an import of that file, by its path from here. */
function readModule(node: Node): StatementFacts {
  const name = fieldText(node, 'name');
  return { imports: [{ specifier: `mod::${name}`, bindings: [{ name: '*', as: name }], reexport: isPublic(node) }] };
}

/** One fact for each leaf of a use tree. The last part of its path may be a module or a name in one. */
function readUse(node: Node, prefix: string, reexport: boolean): ImportFact[] {
  switch (node.type) {
    case 'use_list':
      return node.namedChildren.flatMap((child) => (child ? readUse(child, prefix, reexport) : []));
    case 'scoped_use_list': {
      const list = node.childForFieldName('list');
      return list ? readUse(list, joined(prefix, fieldText(node, 'path')), reexport) : [];
    }
    case 'use_wildcard':
      return [
        { specifier: joined(prefix, node.namedChildren[0]?.text ?? ''), bindings: [{ name: '*', as: '*' }], reexport },
      ];
    case 'use_as_clause':
      return [leaf(joined(prefix, fieldText(node, 'path')), fieldText(node, 'alias'), reexport)];
    case 'self':
      return [leaf(prefix || 'self', '', reexport)];
    case 'identifier':
    case 'scoped_identifier':
    case 'crate':
    case 'super':
      return [leaf(joined(prefix, node.text), '', reexport)];
    default:
      return [];
  }
}

function leaf(path: string, alias: string, reexport: boolean): ImportFact {
  const parts = path.split('::');
  const name = parts.pop() ?? path;
  return { specifier: parts.join('::'), bindings: [{ name, as: alias || name }], reexport };
}

function joined(prefix: string, path: string): string {
  return [prefix, path.replaceAll(/\s+/g, '')].filter((part) => part !== '').join('::');
}
