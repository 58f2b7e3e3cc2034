import { afterEach, describe, expect, it, vi } from 'vitest';
import * as api from './api';

const answering = (status: number, body: string) =>
  vi.stubGlobal('fetch', vi.fn(async () => new Response(body, { status })));

const asked = () => {
  const [path, init] = vi.mocked(fetch).mock.calls[0]!;
  return { path, ...init };
};

afterEach(() => vi.unstubAllGlobals());

describe('errors', () => {
  it('carry the problems the server names', async () => {
    const problems = [{ line: 3, why: 'No weapon is called “Rifel”.' }, { line: null, why: 'Too many models.' }];
    answering(422, JSON.stringify({ problems }));
    const error = await api.lobby().catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(api.ApiError);
    expect((error as api.ApiError).status).toBe(422);
    expect(api.problemsOf(error)).toEqual(problems);
  });

  it('are told in plain words when something else answered', async () => {
    answering(502, '<h1>Bad Gateway</h1>');
    await expect(api.lobby()).rejects.toThrow('The server failed (status 502). Try again in a moment.');
  });

  it('are told in plain words when nothing answered', async () => {
    vi.stubGlobal('fetch', vi.fn(async () => { throw new TypeError('Failed to fetch'); }));
    const error = await api.lobby().catch((thrown: unknown) => thrown);
    expect((error as api.ApiError).status).toBe(0);
    expect(api.problemsOf(error)[0]!.why).toMatch(/does not answer/);
  });

  it('of other kinds become problems, too', () => {
    expect(api.problemsOf(new Error('odd'))).toEqual([{ line: null, why: 'odd' }]);
  });
});

describe('addresses', () => {
  it('name sides by their colours', async () => {
    answering(200, '{}');
    await api.sitDown('k3', 2, 'Ana & Bert');
    expect(asked()).toMatchObject({ path: '/api/matches/k3/sit/green?name=Ana+%26+Bert', method: 'POST' });
  });

  it('leave out what was not said', async () => {
    answering(200, '[]');
    await api.frames('k3', 0, 40);
    expect(asked().path).toBe('/api/matches/k3/frames?from=0&to=40');
  });

  it('send match files as they are', async () => {
    answering(200, '{}');
    await api.uploadMatch('dustup 1\n', 'Ana');
    expect(asked()).toMatchObject({ path: '/api/matches/upload?name=Ana', body: 'dustup 1\n' });
  });

  it('of sockets follow the page', () => {
    vi.stubGlobal('location', { protocol: 'https:', host: 'play.example' });
    expect(api.socketUrl('k3', 'red')).toBe('wss://play.example/api/matches/k3/socket?seat=red');
  });
});
