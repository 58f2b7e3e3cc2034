// Everything the server can be asked for, one typed function each.

import { sideName } from './explain/format';
import type {
  Branch, Catalogue, ClauseText, Failure, FrameInfo, Ground, Join, Lobby, NewMatch, Opened, Problem, Reference,
  RosterQuery, RosterReport, SeatLink, SideId, TablePreview, Timeline,
} from './protocol';

/** What the server refused, or that it could not be asked. A status of nought means that nothing answered. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly problems: Problem[],
  ) {
    super(problems.map((problem) => problem.why).join('\n'));
    this.name = 'ApiError';
  }
}

/** The problems of anything that was thrown, so that pages never have to look into errors themselves. */
export function problemsOf(error: unknown): Problem[] {
  if (error instanceof ApiError) return error.problems;
  return [{ line: null, why: error instanceof Error ? error.message : String(error) }];
}

const UNREACHABLE = 'The server does not answer. Check the connection, then try again.';

async function request(path: string, init: RequestInit): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(path, init);
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw new ApiError(0, [{ line: null, why: UNREACHABLE }]);
  }
  if (!response.ok) throw new ApiError(response.status, await failureOf(response));
  return response;
}

/** What a refusal says; something between the browser and the server may have answered in its own words. */
async function failureOf(response: Response): Promise<Problem[]> {
  const said = await response.text().catch(() => '');
  const problems = asProblems(said);
  if (problems.length > 0) return problems;
  const why = response.status >= 500
    ? `The server failed (status ${response.status}). Try again in a moment.`
    : `The server refused this (status ${response.status}${response.statusText ? `, ${response.statusText}` : ''}).`;
  return [{ line: null, why }];
}

function asProblems(said: string): Problem[] {
  try {
    const failure = JSON.parse(said) as Partial<Failure> | null;
    return Array.isArray(failure?.problems) ? failure.problems : [];
  } catch {
    return [];
  }
}

async function get<T>(path: string, signal?: AbortSignal): Promise<T> {
  const response = await request(path, { signal, headers: { accept: 'application/json' } });
  return (await response.json()) as T;
}

async function post<T>(path: string, body?: unknown, signal?: AbortSignal): Promise<T> {
  const init: RequestInit = { method: 'POST', signal, headers: { accept: 'application/json' } };
  if (body !== undefined) {
    init.headers = { ...init.headers, 'content-type': 'application/json' };
    init.body = JSON.stringify(body);
  }
  return (await (await request(path, init)).json()) as T;
}

const part = encodeURIComponent;
const matchPath = (match: string) => `/api/matches/${part(match)}`;
const gamePath = (game: string) => `/api/games/${part(game)}`;

/** The values that were given, as the question part of an address. */
function query(values: Record<string, string | number | undefined>): string {
  const said = Object.entries(values).filter((entry) => entry[1] !== undefined);
  if (said.length === 0) return '';
  return `?${new URLSearchParams(said.map(([name, value]) => [name, String(value)]))}`;
}

export const catalogue = (signal?: AbortSignal) => get<Catalogue>('/api/catalogue', signal);

export const lobby = (signal?: AbortSignal) => get<Lobby>('/api/lobby', signal);

export const reference = (game: string, signal?: AbortSignal) => get<Reference>(`${gamePath(game)}/rules`, signal);

export const clauseText = (game: string, clause: string, signal?: AbortSignal) =>
  get<ClauseText>(`${gamePath(game)}/rules/${part(clause)}`, signal);

export const checkRoster = (game: string, roster: RosterQuery, signal?: AbortSignal) =>
  post<RosterReport>(`${gamePath(game)}/rosters/check`, roster, signal);

export const previewTable = (wish: TablePreview, signal?: AbortSignal) =>
  post<Ground>('/api/tables/preview', wish, signal);

export const openMatch = (wish: NewMatch) => post<Opened>('/api/matches', wish);

/** Opens a match file; its text is sent as it is. */
export async function uploadMatch(text: string, name: string): Promise<Opened> {
  const response = await request(`/api/matches/upload${query({ name })}`, {
    method: 'POST',
    headers: { accept: 'application/json', 'content-type': 'text/plain; charset=utf-8' },
    body: text,
  });
  return (await response.json()) as Opened;
}

export const branchMatch = (match: string, branch: Branch) => post<Opened>(`${matchPath(match)}/branch`, branch);

export const rematch = (match: string, name: string) => post<Opened>(`${matchPath(match)}/rematch${query({ name })}`);

export const sitDown = (match: string, side: SideId, name: string) =>
  post<Opened>(`${matchPath(match)}/sit/${sideName(side)}${query({ name })}`);

/** A fresh link to a seat; the old one no longer works. */
export const seatLink = (match: string, side: SideId) => post<SeatLink>(`${matchPath(match)}/link/${sideName(side)}`);

export const join = (wish: Join) => post<Opened>('/api/join', wish);

/** `eyes` is a side by its name, `spectator` or `referee`; without it the server chooses. */
export const timeline = (match: string, eyes?: string, signal?: AbortSignal) =>
  get<Timeline>(`${matchPath(match)}/timeline${query({ eyes })}`, signal);

export const frames = (match: string, from: number, to: number, eyes?: string, signal?: AbortSignal) =>
  get<FrameInfo[]>(`${matchPath(match)}/frames${query({ from, to, eyes })}`, signal);

export const fileUrl = (match: string): string => `${matchPath(match)}/file`;

/** Where the conversation about a match is held; `seat` is a side by its name. */
export function socketUrl(match: string, seat?: string): string {
  const scheme = location.protocol === 'https:' ? 'wss:' : 'ws:';
  return `${scheme}//${location.host}${matchPath(match)}/socket${query({ seat })}`;
}
