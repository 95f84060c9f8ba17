import { describe, expect, it } from 'vitest';
import { PendingCalls } from '../../src/calls/pending-calls.ts';

const call = (id: string) => ({ id, method: 'tools/call', isModern: false, isFirstPage: false });

describe('PendingCalls', () => {
  it('gives each call to one answer', () => {
    const pending = new PendingCalls();
    pending.open('1', call('1'));
    expect(pending.size).toBe(1);
    expect(pending.take('1')?.id).toBe('1');
    expect(pending.take('1')).toBeUndefined();
    expect(pending.isLate('1')).toBe(false);
  });

  it('knows a late answer once, and not after its id was used again', () => {
    const pending = new PendingCalls();
    pending.open('1', call('1'));
    expect(pending.cancel('1')?.method).toBe('tools/call');
    expect(pending.size).toBe(0);
    expect(pending.isLate('1')).toBe(true);
    expect(pending.isLate('1')).toBe(false);
    pending.open('1', call('1'));
    pending.cancel('1');
    pending.open('1', call('1'));
    expect(pending.isLate('1')).toBe(false);
    expect(pending.cancel('never opened')).toBeUndefined();
    expect(pending.isLate('never opened')).toBe(false);
  });

  it('gives calls of one id to answers in their order, and marks them where one is of a tool', () => {
    const pending = new PendingCalls();
    pending.open('1', { ...call('1'), method: 'ping' });
    pending.open('1', call('1'));
    pending.open('2', { ...call('2'), method: 'ping' });
    pending.open('2', { ...call('2'), method: 'resources/read' });
    expect(pending.size).toBe(4);
    expect(pending.take('1')).toMatchObject({ method: 'ping', mayBeTool: true });
    expect(pending.take('1')).toMatchObject({ method: 'tools/call', mayBeTool: true });
    expect(pending.take('1')).toBeUndefined();
    expect(pending.cancel('2')?.method).toBe('resources/read');
    expect(pending.takeAll()).toEqual([{ ...call('2'), method: 'ping' }]);
    expect(pending.size).toBe(0);
  });

  it('marks a call whose id a cancelled call of a tool had', () => {
    const pending = new PendingCalls();
    pending.open('1', call('1'));
    pending.cancel('1');
    pending.open('1', { ...call('1'), method: 'ping' });
    expect(pending.take('1')).toMatchObject({ method: 'ping', mayBeTool: true });
  });

  it('remembers the last 1,024 cancelled ids and no more', () => {
    const pending = new PendingCalls();
    for (let id = 0; id < 1_025; id++) {
      pending.open(String(id), call(String(id)));
      pending.cancel(String(id));
    }
    expect(pending.isLate('0')).toBe(false);
    expect(pending.isLate('1')).toBe(true);
    expect(pending.isLate('1024')).toBe(true);
  });
});
