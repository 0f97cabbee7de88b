import type { Node } from '@vscode/tree-sitter-wasm';
import type { ExportAlias, ImportBinding } from '../file-facts.ts';
import { childrenOf, fieldText, type Language, type StatementFacts } from './language.ts';

const QUERY = `
[(class_declaration name: (_) @name) (abstract_class_declaration name: (_) @name)] @class
(interface_declaration name: (_) @name) @interface
[(function_declaration name: (_) @name)
 (generator_function_declaration name: (_) @name)
 (function_signature name: (_) @name)] @function
(variable_declarator name: (identifier) @name value: [(arrow_function) (function_expression) (generator_function)]) @function
[(type_alias_declaration name: (_) @name) (enum_declaration name: (_) @name)] @type
(export_statement declaration: (_ (variable_declarator name: (identifier) @name) @constant))
(extends_clause value: (_) @extends)
(extends_type_clause type: (generic_type name: (_) @extends))
(extends_type_clause type: [(type_identifier) (nested_type_identifier)] @extends)
(implements_clause [(type_identifier) (nested_type_identifier)] @implements)
(implements_clause (generic_type name: (_) @implements))
(call_expression function: [(identifier) (member_expression)] @call)
(new_expression constructor: [(identifier) (member_expression)] @call)
[(import_statement) (export_statement)] @statement
(call_expression function: [(import) (identifier) @require] arguments: (arguments . (string)) (#eq? @require "require")) @statement
(call_expression function: (import) arguments: (arguments . (string))) @statement
`;

/** TypeScript and JavaScript. One grammar reads both, with and without JSX; only `<T>value` casts need the one without. */
export const typescript: Language = {
  name: 'typescript',
  extensions: ['ts', 'tsx', 'mts', 'cts', 'js', 'jsx', 'mjs', 'cjs'],
  grammarOf: (path) => (/\.[mc]?ts$/.test(path) ? 'typescript' : 'tsx'),
  query: QUERY,
  transparent: new Set([
    'program',
    'export_statement',
    'lexical_declaration',
    'variable_declaration',
    'ambient_declaration',
    'expression_statement',
    'statement_block',
    'internal_module',
  ]),
  nesting: new Set(['internal_module']),
  classes: new Set(),
  readStatement,
  isExported: (node) => node.parent?.type === 'export_statement' || node.parent?.parent?.type === 'export_statement',
};

function readStatement(node: Node): StatementFacts {
  if (node.type === 'import_statement') return readImport(node);
  if (node.type === 'export_statement') return readExport(node);
  return readCall(node);
}

function readImport(node: Node): StatementFacts {
  const required = childrenOf(node, 'import_require_clause')[0];
  const specifier = sourceOf(required ?? node);
  if (specifier === null) return {};
  const bindings = required
    ? childrenOf(required, 'identifier').map(({ text }) => ({ name: '*', as: text }))
    : childrenOf(node, 'import_clause').flatMap(readClause);
  return { imports: [{ specifier, bindings, reexport: false }] };
}

function readClause(clause: Node): ImportBinding[] {
  return clause.namedChildren.flatMap((child) => {
    if (child?.type === 'identifier') return [{ name: 'default', as: child.text }];
    if (child?.type === 'namespace_import') return [{ name: '*', as: child.namedChildren[0]?.text ?? '*' }];
    return child?.type === 'named_imports' ? childrenOf(child, 'import_specifier').map(renamed) : [];
  });
}

/** `name as alias` of an import or an export. */
function renamed(node: Node): ImportBinding {
  const name = unquoted(fieldText(node, 'name'));
  return { name, as: unquoted(fieldText(node, 'alias')) || name };
}

function readExport(node: Node): StatementFacts {
  const specifier = sourceOf(node);
  const clauses = childrenOf(node, 'export_clause');
  const names = clauses.flatMap((clause) => childrenOf(clause, 'export_specifier').map(renamed));
  if (specifier === null) return { aliases: [...names, ...defaultOf(node)] };
  const wrapped = childrenOf(node, 'namespace_export').map((child) => ({
    name: '*',
    as: unquoted(child.namedChildren[0]?.text ?? '*'),
  }));
  const named = [...names, ...wrapped];
  const bindings = named.length > 0 || clauses.length > 0 ? named : [{ name: '*', as: '*' }];
  return { imports: [{ specifier, bindings, reexport: true }] };
}

/** `export default Name`, `export = Name`, or a default declaration with a name. */
function defaultOf(node: Node): ExportAlias[] {
  if (!node.children.some((child) => child?.type === 'default' || child?.type === '=')) return [];
  const declared = node.childForFieldName('declaration');
  const name = declared ? fieldText(declared, 'name') : (node.namedChildren.at(-1)?.text ?? '');
  return /^[\w$]+$/.test(name) ? [{ as: 'default', name }] : [];
}

/** `require('x')` and `import('x')`, with the names that a declaration around it takes. */
function readCall(node: Node): StatementFacts {
  const argument = node.childForFieldName('arguments')?.namedChildren[0];
  const specifier = argument ? unquoted(argument.text) : '';
  if (specifier === '') return {};
  const holder = node.parent?.type === 'await_expression' ? node.parent.parent : node.parent;
  const target = holder?.type === 'variable_declarator' ? holder.childForFieldName('name') : null;
  return { imports: [{ specifier, bindings: target ? requiredNames(target) : [], reexport: false }] };
}

function requiredNames(target: Node): ImportBinding[] {
  if (target.type === 'identifier') return [{ name: '*', as: target.text }];
  return target.namedChildren.flatMap((child) => {
    if (child?.type === 'shorthand_property_identifier_pattern') return [{ name: child.text, as: child.text }];
    return child?.type === 'pair_pattern' ? [{ name: fieldText(child, 'key'), as: fieldText(child, 'value') }] : [];
  });
}

function sourceOf(node: Node): string | null {
  const source = node.childForFieldName('source');
  return source ? unquoted(source.text) : null;
}

function unquoted(text: string): string {
  return text.replace(/^(['"`])(.*)\1$/s, '$2');
}
