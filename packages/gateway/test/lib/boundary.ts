import type { Boundary } from '../../src/boundary.ts';

export function createTestBoundary(): Boundary {
  return { bound: async () => { throw new Error('not yet'); }, tools: ({names}={}) => [{ name: names?.readResult ?? 'read_result', title: 't', description: 'd', inputSchema: {type:'object'}, annotations: {}, execute: async () => ({text:'page', isError:false}) }] };
}
