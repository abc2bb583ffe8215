/** Where one test happens: a folder of its own, programs, and the browsers of their people. */
import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { Page } from './page.mjs';
import { Program } from './program.mjs';

/** A person at a table: the program, and what it takes to open its page. */
export class Person {
  constructor(room, name, program, url) {
    Object.assign(this, { room, name, program, url });
    this.port = Number(new URL(url).port);
    this.origin = `http://127.0.0.1:${this.port}`;
  }

  /** Opens the page in a browser of this person's own, by the address with the token. The script
   * runs in every page before its own do. */
  async open(options = {}, script = undefined) {
    this.browser = await this.room.browser.newContext({
      viewport: { width: 1280, height: 800 },
      reducedMotion: 'reduce',
      locale: 'en-GB',
      ...options,
    });
    if (script !== undefined) await this.browser.addInitScript(script);
    this.room.browsers.push(this.browser);
    return this.tab(this.url);
  }

  /** Opens another tab in the same browser. */
  async tab(url = `${this.origin}/`) {
    const page = new Page(this, await this.browser.newPage());
    await page.tab.goto(url);
    return page;
  }
}

export class Room {
  browsers = [];
  programs = [];
  faults = [];
  /** What the console of a browser may say in this test. */
  expected = [];

  constructor(file, browser) {
    this.file = file;
    this.browser = browser;
    this.folder = mkdtempSync(join(tmpdir(), 'fairdeal-tables-'));
  }

  /** More of the environment of all programs. */
  settings = {};

  environment() {
    const own = Object.entries(process.env).filter(
      ([name]) => !/^(XDG_|FAIRDEAL_|DISPLAY$|WAYLAND_DISPLAY$)/.test(name),
    );
    return {
      ...Object.fromEntries(own),
      XDG_DATA_HOME: join(this.folder, 'data'),
      FAIRDEAL_PORT_MAP: 'false',
      FAIRDEAL_BOTS_THINK: '0',
      ...this.settings,
      HOME: this.folder,
      TMPDIR: this.folder,
      USER: 'tester',
    };
  }

  run(args) {
    const program = new Program(this.file, args, this.environment());
    this.programs.push(program);
    return program;
  }

  /** Starts a program that serves a page, and waits for its address. */
  async serve(name, args) {
    const program = this.run([...args, '--web', '--no-open', '--json']);
    const [rest] = (await program.said('Open http')).split(' ');
    return new Person(this, name, program, `http${rest}`);
  }

  of(name) {
    return ['--identity', join(this.folder, `${name}.id`), '--data', join(this.folder, name)];
  }

  seat(name, args) {
    return this.serve(name, [...args, '--nickname', name, ...this.of(name)]);
  }

  /** Opens a table, whose host has a page. */
  async host(name, game, more = []) {
    const own = ['--listen', '127.0.0.1:0', '--no-announce'];
    const host = await this.seat(name, ['host', game, ...own, ...more]);
    const rest = await host.program.said('The table is open at ');
    this.address = rest.slice(0, rest.indexOf('. '));
    return host;
  }

  join(name, more = []) {
    return this.seat(name, ['join', this.address, '--listen', '127.0.0.1:0', ...more]);
  }

  /** Goes back to the table of a person whose program was killed, at the same port. */
  async resume(person, more = []) {
    const store = readdirSync(join(this.folder, person.name)).find((file) => file.endsWith('.db'));
    const again = await this.serve(person.name, [
      'resume',
      join(this.folder, person.name, store),
      '--web-port',
      String(person.port),
      ...this.of(person.name).slice(0, 2),
      ...more,
    ]);
    again.browser = person.browser;
    return again;
  }

  /** Closes and kills all; fails if a browser complained about something that was not expected. */
  async close() {
    await Promise.allSettled(this.browsers.map((browser) => browser.close()));
    for (const program of this.programs) program.kill('SIGKILL');
    await Promise.all(this.programs.map((program) => program.ended()));
    rmSync(this.folder, { recursive: true, force: true });
    const faults = this.faults.filter((text) => !this.expected.some((each) => each.test(text)));
    assert.deepEqual(faults, [], 'a browser complained');
  }

  /** Takes pictures of all pages. */
  async photograph(folder) {
    if (folder === undefined) return;
    const tabs = this.browsers.flatMap((browser) => browser.pages());
    for (const [i, tab] of tabs.entries())
      await tab.screenshot({ path: join(folder, `${basename(this.folder)}-${i}.png`) });
  }

  /** What the programs said, for whoever looks why a test failed. */
  report() {
    return this.programs
      .map((program) => `$ fairdeal ${program.args.join(' ')}\n${program.err.slice(-3000)}`)
      .join('\n');
  }
}
