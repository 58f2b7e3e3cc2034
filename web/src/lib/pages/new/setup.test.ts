import { describe, expect, it } from 'vitest';
import type { Catalogue, GameInfo, OptionInfo, Scenario } from '../../protocol';
import { quickMatch, quickOf } from '../quick';
import {
  chooseComputer, chooseOpponent, chooseScenario, clashes, computerOf, defaults, effectiveOptions, needs, newMatch, ofLevel,
  opponentOf, restored, tablePreview, type Setup,
} from './setup';
import { opponentLine, tableLine } from './summary';

const option = (key: string, values: string[], usual: string): OptionInfo => ({
  spec: { key, summary: key, clause: 'X-1', values, usual },
  explained: '',
});

const game: GameInfo = {
  key: 'requiem',
  title: 'Requiem',
  summary: '',
  scenarios: [
    { key: 'royal', title: 'Battle Royal', summary: '', size: [48, 48], sides: [3, 4], lay: 'any', rosters: [] },
    { key: 'duel', title: 'Duel', summary: '', size: [36, 36], sides: [2, 2], lay: 'any', rosters: [] },
    { key: 'ambush', title: 'Ambush', summary: '', size: [36, 36], sides: [2, 2], lay: 'own', rosters: ['choir', 'sceptics'] },
  ],
  options: [option('psi', ['off', 'on'], 'off'), option('melee', ['duel', 'exchange'], 'duel'), option('round_limit', [], '12')],
  rosters: [
    { key: 'pale-signal', name: 'Pale Signal', points: 577, models: 4, needs: { psi: 'on' } },
    { key: 'guard', name: 'Guard', points: 576, models: 5, needs: {} },
    { key: 'choir', name: 'Choir', points: 600, models: 5, needs: {} },
    { key: 'sceptics', name: 'Sceptics', points: 600, models: 5, needs: { psi: 'off' } },
  ],
  meanings: {},
};

const catalogue: Catalogue = {
  games: [game],
  players: [['random', 'decides by lot'], ['novice', 'takes what looks best'], ['regular', 'weighs']],
  characters: { regular: [['steady', 'weighs'], ['bold', 'goes for it']] },
  themes: ['ruins', 'woods'],
};

const fresh = () => defaults(game, catalogue, '42');

describe('defaults', () => {
  it('are a match for two that can begin at once', () => {
    const wish = newMatch(fresh(), game, 'Ana');
    expect(wish).toEqual({
      game: 'requiem',
      scenario: 'duel',
      options: {},
      sides: [
        { seat: 'me', roster: { ready: 'guard' } },
        { seat: { computer: 'regular' }, roster: { ready: 'choir' } },
      ],
      table: { generated: { theme: 'ruins', seed: '42', symmetric: false } },
      own_dice: false,
      take_backs: true,
      listed: false,
      name: 'Ana',
    });
  });

  it('are what is played at once from the first page, but for who is opposite', () => {
    const quick = quickOf(game, catalogue.themes)!;
    expect(quickMatch(game, quick, 'regular', 'Ana', '42')).toEqual(newMatch(fresh(), game, 'Ana'));
  });

  it('do without ready-made rosters if there are none', () => {
    const bare = { ...game, rosters: [] };
    expect(quickOf(bare, catalogue.themes)).toBeNull();
    expect(newMatch(defaults(bare, catalogue), bare, '').sides[0]!.roster).toEqual({ file: '' });
  });
});

describe('opponents', () => {
  it('are read back from the seats', () => {
    const setup = fresh();
    for (const opponent of ['computer', 'hotseat', 'friend', 'watch'] as const) {
      chooseOpponent(setup, opponent, 'random');
      expect(opponentOf(setup)).toBe(opponent);
    }
  });

  it('may be mixed among many sides', () => {
    const setup = fresh();
    chooseScenario(setup, game.scenarios[0]!, game);
    setup.sides[2]!.seat = 'open';
    expect(setup.count).toBe(3);
    expect(opponentOf(setup)).toBeNull();
    expect(newMatch(setup, game, '').sides.map((side) => side.seat)).toEqual(['me', { computer: 'regular' }, 'open']);
  });

  it('keep their character where their level has it', () => {
    const setup = fresh();
    expect(computerOf(setup)).toBe('regular');
    chooseComputer(setup, 'regular:bold');
    expect(newMatch(setup, game, '').sides[1]!.seat).toEqual({ computer: 'regular:bold' });
    expect(opponentLine(setup)).toBe('You against the computer, bold regular');
    expect(ofLevel('regular:bold', 'regular', catalogue)).toBe('regular:bold');
    expect(ofLevel('regular:bold', 'novice', catalogue)).toBe('novice');
  });

  it('can only be listed while a seat is open', () => {
    const setup = { ...fresh(), listed: true };
    expect(newMatch(setup, game, '').listed).toBe(false);
    chooseOpponent(setup, 'friend', 'novice');
    expect(newMatch(setup, game, '').listed).toBe(true);
  });
});

describe('a scenario that is written for certain rosters', () => {
  const [royal, duel, ambush] = game.scenarios as [Scenario, Scenario, Scenario];
  const rosters = (setup: Setup) => setup.sides.slice(0, 2).map((side) => side.ready);

  it('brings them along and takes them away again', () => {
    const setup = fresh();
    chooseScenario(setup, ambush, game);
    expect(rosters(setup)).toEqual(['choir', 'sceptics']);
    chooseScenario(setup, duel, game);
    expect(rosters(setup)).toEqual(['guard', 'choir']);
  });

  it('leaves those alone that somebody chose', () => {
    const setup = fresh();
    chooseScenario(setup, ambush, game);
    setup.sides[1]!.ready = 'pale-signal';
    chooseScenario(setup, royal, game);
    expect(rosters(setup)).toEqual(['guard', 'pale-signal']);
    chooseScenario(setup, duel, game);
    expect(rosters(setup)).toEqual(['guard', 'pale-signal']);
  });

  it('says whose table it is', () => {
    const setup = fresh();
    expect(tableLine(setup, game)).toBe('Ruins, number 42');
    chooseScenario(setup, ambush, game);
    expect(tableLine(setup, game)).toBe('The table of Ambush');
  });
});

describe('options', () => {
  it('are switched by rosters that need them, whatever was chosen by hand', () => {
    const setup = fresh();
    setup.options = { psi: 'off', melee: 'exchange' };
    setup.sides[1]!.ready = 'pale-signal';
    expect(needs(setup, game)).toEqual([{ option: 'psi', value: 'on', by: ['Pale Signal'] }]);
    expect(effectiveOptions(setup, game)).toEqual({ psi: 'on', melee: 'exchange' });
  });

  it('go back to the usual when the roster goes', () => {
    const setup = fresh();
    setup.sides[1]!.ready = 'pale-signal';
    setup.sides[1]!.from = 'file';
    expect(effectiveOptions(setup, game)).toEqual({});
  });

  it('do not matter to sides that do not play', () => {
    const setup = fresh();
    setup.sides[2]!.ready = 'pale-signal';
    expect(needs(setup, game)).toEqual([]);
  });

  it('leave out what is usual and what was emptied', () => {
    const setup = fresh();
    setup.options = { melee: 'duel', round_limit: '' };
    expect(effectiveOptions(setup, game)).toEqual({});
  });

  it('cannot be two things at once', () => {
    const setup = fresh();
    setup.sides[0]!.ready = 'pale-signal';
    setup.sides[1]!.ready = 'sceptics';
    expect(clashes(setup, game)).toHaveLength(1);
    expect(clashes(setup, game)[0]).toContain('Sceptics');
  });
});

describe('what was remembered', () => {
  it('comes back as it was', () => {
    const setup = fresh();
    setup.sides[0]!.text = 'name = "Mine"';
    setup.ownDice = true;
    expect(restored(JSON.parse(JSON.stringify(setup)), game, catalogue)).toEqual(setup);
  });

  it('is mended where the server has changed', () => {
    const setup = fresh();
    setup.sides[0]!.ready = 'gone';
    setup.options = { gone: 'on', psi: 'on' };
    setup.count = 4;
    const back = restored(setup, game, catalogue);
    expect(back.sides[0]!.ready).toBe('guard');
    expect(back.options).toEqual({ psi: 'on' });
    expect(back.count).toBe(2);
  });

  it('is not trusted when it is something else', () => {
    for (const odd of [null, 'text', { sides: 3 }]) expect(restored(odd, game, catalogue).scenario).toBe('duel');
  });
});

it('asks for the table the match will have', () => {
  const setup = fresh();
  setup.table = { ...setup.table, from: 'file', text: 'name = "T"' };
  expect(tablePreview(setup, game)).toEqual({ game: 'requiem', scenario: 'duel', sides: 2, options: {}, table: { file: 'name = "T"' } });
});
