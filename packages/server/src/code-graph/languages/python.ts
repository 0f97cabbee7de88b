import type { Node } from '@vscode/tree-sitter-wasm';
import type { ImportBinding } from '../file-facts.ts';
import { childrenOf, fieldText, type Language, type StatementFacts } from './language.ts';

const QUERY = `
(class_definition name: (identifier) @name) @class
(function_definition name: (identifier) @name) @function
((module (expression_statement (assignment left: (identifier) @name) @constant)) (#match? @name "^[A-Z]"))
(class_definition superclasses: (argument_list [(identifier) (attribute)] @extends))
(class_definition superclasses: (argument_list (subscript value: [(identifier) (attribute)] @extends)))
(call function: [(identifier) (attribute)] @call)
[(import_statement) (import_from_statement)] @statement
`;

/** Python. A name with a capital, assigned at the top, is taken for a constant or a type. */
export const python: Language = {
  name: 'python',
  extensions: ['py', 'pyi'],
  grammarOf: () => 'python',
  query: QUERY,
  transparent: new Set([
    'module',
    'decorated_definition',
    'block',
    'if_statement',
    'else_clause',
    'elif_clause',
    'try_statement',
    'except_clause',
    'expression_statement',
    'class_definition',
  ]),
  nesting: new Set(['class_definition']),
  classes: new Set(['class_definition']),
  readStatement: (node) => (node.type === 'import_statement' ? readImport(node) : readFrom(node)),
  isExported: (_node, name) => !/(^|\.)_/.test(name),
};

/** `import a.b` binds `a`, but means the module a.b: the binding is that of the whole dotted name. */
function readImport(node: Node): StatementFacts {
  const names = node.childrenForFieldName('name').filter((child): child is Node => child !== null);
  return {
    imports: names.map((name) => {
      const specifier = name.type === 'aliased_import' ? fieldText(name, 'name') : name.text;
      const as = name.type === 'aliased_import' ? fieldText(name, 'alias') : name.text;
      return { specifier, bindings: [{ name: '*', as }], reexport: false };
    }),
  };
}

function readFrom(node: Node): StatementFacts {
  const names = node.childrenForFieldName('name').filter((child): child is Node => child !== null);
  const bindings = names.map((name): ImportBinding => {
    if (name.type !== 'aliased_import') return { name: name.text, as: name.text };
    return { name: fieldText(name, 'name'), as: fieldText(name, 'alias') };
  });
  const all = childrenOf(node, 'wildcard_import').map(() => ({ name: '*', as: '*' }));
  // Whatever a module imports can be imported from it: packages gather their names in __init__ that way.
  const specifier = fieldText(node, 'module_name').replaceAll(/\s+/g, '');
  return { imports: [{ specifier, bindings: [...bindings, ...all], reexport: true }] };
}
