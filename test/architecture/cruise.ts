// Reads the import graph of a source tree with dependency-cruiser, and checks it against the rules.
import { cruise, type ICruiseResult } from 'dependency-cruiser';
import { importRules } from './import-rules.js';

/** @param project the folder that holds `src/` and `package.json` */
export const cruiseSource = async (project: string): Promise<ICruiseResult> => {
  const { output } = await cruise(
    ['src'],
    {
      baseDir: project,
      validate: true,
      ruleSet: { forbidden: importRules },
      doNotFollow: { path: 'node_modules' },
      tsPreCompilationDeps: true,
      enhancedResolveOptions: {
        exportsFields: ['exports'],
        conditionNames: ['import', 'node', 'default', 'types'],
      },
    },
    {},
    { tsConfig: { options: { module: 'NodeNext', moduleResolution: 'NodeNext' } } },
  );
  if (typeof output === 'string') throw new Error(`Not a cruise result: ${output.slice(0, 200)}`);
  return output;
};

/** The broken rules, one line each: `rule: from -> to`, sorted. */
export const violationsOf = (result: ICruiseResult): string[] =>
  result.summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} -> ${to}`).sort();
