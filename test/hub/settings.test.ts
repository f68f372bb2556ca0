import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { hubSettings } from '../../src/hub/settings.ts';
import { temporaryFolder, testToken } from './scenario.ts';

describe('the environment', () => {
  test('HF_ENDPOINT, HF_TOKEN, HF_HUB_CACHE and HF_HUB_OFFLINE', () => {
    const env = {
      HF_ENDPOINT: 'http://hub.test/',
      HF_TOKEN: ` ${testToken}\n`,
      HF_HUB_CACHE: '/caches/hub',
      HF_HUB_OFFLINE: '1',
    };
    expect(hubSettings({}, env)).toEqual({
      hubUrl: 'http://hub.test',
      token: testToken,
      cacheDir: '/caches/hub',
      offline: true,
    });
  });

  test('the token file and the cache are in HF_HOME; HF_TOKEN goes first', () => {
    using home = temporaryFolder();
    mkdirSync(home.path, { recursive: true });
    writeFileSync(join(home.path, 'token'), `${testToken}\n`);
    expect(hubSettings({}, { HF_HOME: home.path })).toMatchObject({
      token: testToken,
      cacheDir: join(home.path, 'hub'),
      offline: false,
    });
    expect(hubSettings({}, { HF_HOME: home.path, HF_TOKEN: 'hf_other' }).token).toBe('hf_other');
    expect(hubSettings({ token: null }, { HF_HOME: home.path }).token).toBeNull();
    expect(hubSettings({}, { HF_HOME: home.path, HF_HUB_DISABLE_IMPLICIT_TOKEN: '1' }).token).toBeNull();
  });

  test('without any of it, the folder of the system', () => {
    expect(hubSettings({}, { HOME: '/home/x' })).toMatchObject({
      token: null,
      cacheDir: '/home/x/.cache/huggingface/hub',
    });
    expect(hubSettings({}, { HOME: '/home/x', XDG_CACHE_HOME: '/c' }).cacheDir).toBe('/c/huggingface/hub');
  });

  test('an endpoint with a password, no endpoint at all, and a broken token are refused without being quoted', () => {
    for (const env of [
      { HF_ENDPOINT: 'https://me:SECRET@hub.test' },
      { HF_ENDPOINT: 'SECRET' },
      { HF_TOKEN: 'hf_SECRET\nx' },
    ]) {
      expect(() => hubSettings({}, env)).toThrow(/^(?!.*SECRET)/s);
      expect(() => hubSettings({}, env)).toThrow(/HF_/);
    }
  });
});
