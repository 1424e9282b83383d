// The reference of the SDK says of each option what it is: an interface without words of its own gets those of another.
import ts from 'typescript';
import { expect, it } from 'vitest';
import { entries } from '../support/project.js';
import { publicSymbols } from '../support/public-types.js';

/** Every interface that an entry exports, once. */
const interfaces = new Set(
  entries
    .flatMap(({ types }) => [...publicSymbols(types).values()])
    .flatMap(({ declarations = [] }) => declarations.filter(ts.isInterfaceDeclaration)),
);

const isDescribed = (node: ts.Node) => ts.getJSDocCommentsAndTags(node).length > 0;

it('of interfaces that are made of others', () => {
  const silent = [...interfaces].filter((one) => one.heritageClauses && !isDescribed(one));
  expect(interfaces.size).toBeGreaterThan(30);
  expect(silent.map(({ name }) => name.text)).toEqual([]);
});

it('of options, with their units', () => {
  const silent = [...interfaces]
    .filter(({ name }) => name.text.endsWith('Options'))
    .flatMap(({ name, members }) =>
      members
        .filter((member) => !isDescribed(member))
        .map((member) => `${name.text}.${member.name?.getText()}`),
    );
  expect(silent).toEqual([]);
});
