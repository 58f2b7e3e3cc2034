// What the person at this browser is called by the others.

import { readStored, store } from './stored';

const KEY = 'dustup.name';
const LONGEST = 40;

const remembered = readStored(localStorage, KEY);

class Person {
  name = $state(typeof remembered === 'string' ? remembered : '');

  /** The name to send along: never empty. */
  get called(): string {
    return this.name.trim().slice(0, LONGEST) || 'Guest';
  }

  rename(name: string): void {
    this.name = name.slice(0, LONGEST);
    store(localStorage, KEY, this.name);
  }
}

export const person = new Person();
