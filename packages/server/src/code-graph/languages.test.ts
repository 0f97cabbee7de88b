import { systemClock } from '@inkling/engine';
import { expect, test } from 'vitest';
import { createFakeGraph, ORG, writeTree } from '../../test/fake-graph.ts';
import { indexRepository } from './index-repository.ts';

/** Nodes and edges of a tree, the edges without `declares`, which say only what the nodes say. */
async function graphOf(files: Readonly<Record<string, string>>): Promise<{ nodes: string[]; edges: string[] }> {
  const graph = createFakeGraph();
  await indexRepository(graph, { directory: await writeTree(files), orgId: ORG, projectId: 'p', clock: systemClock });
  return { nodes: graph.nodes(), edges: graph.edges().filter((edge) => !edge.includes(' declares ')) };
}

test('TypeScript: re-exports in a circle, aliases, namespaces, the same name in two modules', async () => {
  const { edges } = await graphOf({
    'index.ts': `export * from './left.ts';\nexport { Base as Root } from './right.ts';\nexport * as all from './right.ts';`,
    'left.ts': `export * from './index.ts';\nexport class Base {}\nexport default class Left {}`,
    'right.ts': `export class Base {}\nexport interface Shape {}`,
    'use.ts': `import Left, { Base, Root, all } from './index.ts';
import type { Shape } from './right.ts';
import Direct from './left.ts';
export class One extends Base implements Shape {}
export class Two extends Root {}
export class Three extends all.Base {}
export class Four extends Direct {}
export function run() { function inner() { return new Two(); } return inner(); }
const { Shape: unused } = require('./right.ts');`,
  });
  expect(edges).toEqual([
    'index.ts → imports → left.ts',
    'index.ts → imports → right.ts',
    'left.ts → imports → index.ts',
    'use.ts → imports → index.ts',
    'use.ts → imports → left.ts',
    'use.ts → imports → right.ts',
    'use.ts#Four → extends → left.ts#Left',
    'use.ts#One → extends → left.ts#Base',
    'use.ts#One → implements → right.ts#Shape',
    'use.ts#Three → extends → right.ts#Base',
    'use.ts#Two → extends → right.ts#Base',
    'use.ts#run → calls → use.ts#Two',
  ]);
});

test('TypeScript: workspace packages, path aliases, # imports, packages from outside, tests', async () => {
  const { edges, nodes } = await graphOf({
    'package.json': JSON.stringify({ name: 'root', devDependencies: { vitest: '4' } }),
    'packages/core/package.json': JSON.stringify({
      name: '@acme/core',
      exports: { '.': { types: './dist/index.d.ts', import: './dist/index.js' }, './deep': './dist/deep/main.js' },
      imports: { '#own/*': './src/own/*.ts' },
    }),
    'packages/core/src/index.ts': `export { own } from '#own/thing';`,
    'packages/core/src/own/thing.ts': 'export const own = () => 1;',
    'packages/core/src/deep/main.ts': 'export class Deep {}',
    'packages/app/package.json': JSON.stringify({ dependencies: { '@acme/core': '*', express: '5' } }),
    'packages/app/tsconfig.json': `{ // aliases\n "compilerOptions": { "baseUrl": ".", "paths": { "~/*": ["src/*"], }, }, }`,
    'packages/app/src/app.tsx': `import express from 'express';
import { own } from '@acme/core';
import { Deep } from '@acme/core/deep';
import { help } from '~/help';
import fs from 'node:fs';
export const App = () => <p>{own()}{help(new Deep())}{express()}</p>;`,
    'packages/app/src/help.ts': 'export function help() {}',
    'packages/app/src/help.test.ts': `import { test } from 'vitest';\nimport { help } from './help';\nimport './app';\ntest('', () => help());`,
  });
  expect(nodes.filter((node) => /^(Dependency|Config)/.test(node))).toEqual([
    'Config package.json',
    'Config packages/app/package.json',
    'Config packages/core/package.json',
    'Dependency express',
    'Dependency vitest',
  ]);
  expect(edges).toEqual([
    'package.json → depends_on → npm:vitest',
    'packages/app/package.json → depends_on → npm:express',
    'packages/app/package.json → depends_on → packages/core/package.json',
    'packages/app/src/app.tsx → depends_on → npm:express',
    'packages/app/src/app.tsx → imports → packages/app/src/help.ts',
    'packages/app/src/app.tsx → imports → packages/core/src/deep/main.ts',
    'packages/app/src/app.tsx → imports → packages/core/src/index.ts',
    'packages/app/src/app.tsx#App → calls → packages/app/src/help.ts#help',
    'packages/app/src/app.tsx#App → calls → packages/core/src/deep/main.ts#Deep',
    'packages/app/src/app.tsx#App → calls → packages/core/src/own/thing.ts#own',
    'packages/app/src/help.test.ts → calls → packages/app/src/help.ts#help',
    'packages/app/src/help.test.ts → depends_on → npm:vitest',
    'packages/app/src/help.test.ts → imports → packages/app/src/app.tsx',
    'packages/app/src/help.test.ts → imports → packages/app/src/help.ts',
    'packages/app/src/help.test.ts → tests → packages/app/src/help.ts',
    'packages/core/src/index.ts → imports → packages/core/src/own/thing.ts',
  ]);
});

test('Python: packages, relative imports in a circle, submodules, src layout, distributions', async () => {
  const { edges } = await graphOf({
    'pyproject.toml': `[project]\nname = "shop"\ndependencies = ["requests[socks]>=2", "PyYAML"]\n`,
    'requirements-dev.txt': '-r other.txt\npytest==8 # tests\nhttps://example.com/x.whl\n',
    'src/shop/__init__.py': 'from .cart import Cart\n',
    'src/shop/cart.py': `import yaml, os\nimport shop.tax as tax\nfrom . import items\nclass Cart(items.Base):\n    def total(self):\n        return tax.rate(self)\n`,
    'src/shop/items.py': 'from .cart import Cart\nclass Base:\n    class Meta: pass\n',
    'src/shop/tax.py': 'def rate(x):\n    return helper()\ndef helper(): pass\n',
    'tests/test_cart.py': 'import requests\nfrom shop import Cart\nfrom shop import cart\ndef test_it():\n    Cart()\n',
  });
  expect(edges).toEqual([
    'pyproject.toml → depends_on → pypi:PyYAML',
    'pyproject.toml → depends_on → pypi:requests',
    'requirements-dev.txt → depends_on → pypi:pytest',
    'src/shop/__init__.py → imports → src/shop/cart.py',
    'src/shop/cart.py → depends_on → pypi:PyYAML',
    'src/shop/cart.py → imports → src/shop/__init__.py',
    'src/shop/cart.py → imports → src/shop/items.py',
    'src/shop/cart.py → imports → src/shop/tax.py',
    'src/shop/cart.py#Cart → calls → src/shop/tax.py#rate',
    'src/shop/cart.py#Cart → extends → src/shop/items.py#Base',
    'src/shop/items.py → imports → src/shop/cart.py',
    'src/shop/tax.py#rate → calls → src/shop/tax.py#helper',
    'tests/test_cart.py → depends_on → pypi:requests',
    'tests/test_cart.py → imports → src/shop/__init__.py',
    'tests/test_cart.py → imports → src/shop/cart.py',
    'tests/test_cart.py → tests → src/shop/cart.py',
    'tests/test_cart.py#test_it → calls → src/shop/cart.py#Cart',
  ]);
});

test('Go: packages are directories, what stands in the same one needs no import, embedding extends', async () => {
  const { edges, nodes } = await graphOf({
    'go.mod':
      'module example.com/shop\n\nrequire (\n\tgithub.com/redis/go-redis/v9 v9.1.0\n\tother.org/x v1.0.0 // indirect\n)\n',
    'main.go': `package main\nimport (\n\t"fmt"\n\tst "example.com/shop/store"\n)\nfunc main() { fmt.Println(st.Open()); helper() }\n`,
    'helper.go': 'package main\nfunc helper() {}\n',
    'store/store.go': `package store\nimport "github.com/redis/go-redis/v9"\ntype Store struct { base; n int }\nfunc Open() *Store { return &Store{} }\nfunc (s *Store) Get() { dial() }\n`,
    'store/base.go':
      'package store\ntype base struct{}\ntype Getter interface { Get() }\nfunc dial() { redis.New() }\n',
    'store/store_test.go': 'package store\nfunc TestOpen() { Open() }\n',
  });
  expect(nodes).toEqual(expect.arrayContaining(['Class Store', 'Interface Getter', 'Module .', 'Module store']));
  expect(edges).toEqual([
    'go.mod → depends_on → go:github.com/redis/go-redis/v9',
    'main.go → imports → store',
    'main.go#main → calls → helper.go#helper',
    'main.go#main → calls → store/store.go#Open',
    'store/store.go → depends_on → go:github.com/redis/go-redis/v9',
    'store/store.go#Open → calls → store/store.go#Store',
    'store/store.go#Store → calls → store/base.go#dial',
    'store/store.go#Store → extends → store/base.go#base',
    'store/store_test.go → tests → store/store.go',
    'store/store_test.go#TestOpen → calls → store/store.go#Open',
  ]);
});

test('Rust: modules by file, use trees, re-exports, impl blocks, crates of the workspace', async () => {
  const { edges } = await graphOf({
    'Cargo.toml': '[workspace]\nmembers = ["core", "app"]\n',
    'core/Cargo.toml': '[package]\nname = "shop-core"\n[dependencies]\nserde = "1"\n',
    'core/src/lib.rs': 'mod model;\npub mod price;\npub use model::{Item, Named as Label};\n',
    'core/src/model.rs': `use serde::Serialize;\nuse super::price::{self, Price};\npub trait Named: Clone {}\npub struct Item { p: Price }\nimpl Named for Item {}\nimpl Item { pub fn new() -> Self { price::zero(); Price::new() } }\nmod detail { pub struct Hidden; }\n`,
    'core/src/price.rs':
      'use crate::model::Item;\npub struct Price;\npub fn zero() {}\nimpl Price { pub fn of(i: Item) {} }\n',
    'app/Cargo.toml': '[package]\nname = "app"\n[dependencies]\nshop-core = { path = "../core" }\n',
    'app/src/main.rs':
      'use shop_core::{Item, Label};\nstruct Mine;\nimpl Label for Mine {}\nfn main() { Item::new(); }\n',
  });
  expect(edges).toEqual([
    'app/Cargo.toml → depends_on → core/Cargo.toml',
    'app/src/main.rs → imports → core/src/lib.rs',
    'app/src/main.rs#Mine → implements → core/src/model.rs#Named',
    'app/src/main.rs#main → calls → core/src/model.rs#Item',
    'core/Cargo.toml → depends_on → cargo:serde',
    'core/src/lib.rs → imports → core/src/model.rs',
    'core/src/lib.rs → imports → core/src/price.rs',
    'core/src/model.rs → depends_on → cargo:serde',
    'core/src/model.rs → imports → core/src/price.rs',
    'core/src/model.rs#Item → calls → core/src/price.rs#Price',
    'core/src/model.rs#Item → calls → core/src/price.rs#zero',
    'core/src/model.rs#Item → implements → core/src/model.rs#Named',
    'core/src/price.rs → imports → core/src/model.rs',
  ]);
});

test('Java: packages whatever the directory, nested classes, static and package imports, tests', async () => {
  const { edges, nodes } = await graphOf({
    'pom.xml': `<project><groupId>com.shop</groupId><artifactId>app</artifactId>
<dependencies><dependency><groupId>org.slf4j</groupId><artifactId>slf4j-api</artifactId></dependency></dependencies></project>`,
    'src/main/java/com/shop/Cart.java': `package com.shop;
import com.shop.model.Item;
import com.shop.util.*;
import static com.shop.model.Item.Kind.parse;
import org.slf4j.Logger;
public class Cart extends Base implements Item.Priced { class Line {} int total() { new Item(); Money.add(); return parse(); } }`,
    'src/main/java/com/shop/Base.java': 'package com.shop;\nclass Base {}',
    'src/main/java/com/shop/model/Item.java':
      'package com.shop.model;\npublic record Item() { public interface Priced {} public enum Kind { A; static int parse() { return 1; } } }',
    'src/main/java/com/shop/util/Money.java': 'package com.shop.util;\npublic class Money { static void add() {} }',
    'src/test/java/com/shop/CartTest.java': 'package com.shop;\nclass CartTest { void t() { new Cart(); } }',
  });
  expect(nodes).toEqual(expect.arrayContaining(['Class Cart.Line', 'Interface Item.Priced', 'Class Item.Kind']));
  const main = 'src/main/java/com/shop';
  expect(edges).toEqual([
    'pom.xml → depends_on → maven:org.slf4j:slf4j-api',
    `${main}/Cart.java → depends_on → maven:org.slf4j:slf4j-api`,
    `${main}/Cart.java → imports → ${main}/model/Item.java`,
    `${main}/Cart.java#Cart → calls → ${main}/model/Item.java#Item`,
    `${main}/Cart.java#Cart → calls → ${main}/model/Item.java#Item.Kind`,
    `${main}/Cart.java#Cart → calls → ${main}/util/Money.java#Money`,
    `${main}/Cart.java#Cart → extends → ${main}/Base.java#Base`,
    `${main}/Cart.java#Cart → implements → ${main}/model/Item.java#Item.Priced`,
    'src/test/java/com/shop/CartTest.java → tests → src/main/java/com/shop/Cart.java',
    'src/test/java/com/shop/CartTest.java#CartTest → calls → src/main/java/com/shop/Cart.java#Cart',
  ]);
});

test('decision records are nodes by their title, and concern the files that they name', async () => {
  const { nodes, edges } = await graphOf({
    'docs/decisions/0001-queue.md':
      '# 1 · One queue\n\nStatus: accepted\n\nSee `src/queue.ts`, `src/gone.ts` and `npm run x`.\n',
    'docs/adr/README.md': 'No heading here.\n',
    'src/queue.ts': 'export class Queue {}',
  });
  expect(nodes).toContain('Decision 1 · One queue');
  expect(edges).toEqual(['docs/decisions/0001-queue.md → concerns → src/queue.ts']);
});
