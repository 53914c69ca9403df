import type { paths, Success } from '../../clients/typescript/src/index.ts';

export type LiveOutput = Success<paths['/v1/lives/{live_id}/outputs']['get']>['data'][number];
