// The reference of the SDK describes every option; an undescribed interface would inherit the
// description of another one.
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

it('describes interfaces that extend others', () => {
  const silent = [...interfaces].filter((one) => one.heritageClauses && !isDescribed(one));
  expect(interfaces.size).toBeGreaterThan(30);
  expect(silent.map(({ name }) => name.text)).toEqual([]);
});

it('describes each option', () => {
  const silent = [...interfaces]
    .filter(({ name }) => name.text.endsWith('Options'))
    .flatMap(({ name, members }) =>
      members
        .filter((member) => !isDescribed(member))
        .map((member) => `${name.text}.${member.name?.getText()}`),
    );
  expect(silent).toEqual([]);
});
