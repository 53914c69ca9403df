import assert from 'node:assert/strict';
import { it } from 'node:test';
import { OutputReports } from '../../../src/audience/outputs/output-reports.ts';

it('[D60] when an output reports, then two are taken within any second, and another output has its own', async () => {
  let now = 0;
  const reports = new OutputReports({ report: async () => {} }, { warn: assert.fail }, () => now);
  const admitted = (times: number[], outputId = 'one') =>
    times.map((at) => {
      now = at;
      return reports.admit(outputId);
    });
  assert.deepEqual(admitted([900, 950, 1_050, 1_899]), [true, true, false, false], 'not two more in the next second');
  assert.deepEqual(admitted([1_899], 'another'), [true]);
  assert.deepEqual(admitted([1_901, 1_902, 1_951]), [true, false, true]);
  await reports.close();
});
