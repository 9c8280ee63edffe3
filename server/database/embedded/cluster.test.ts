import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pino from 'pino';
import { expect, test } from 'vitest';
import { findPrograms } from './binaries.ts';
import { createCluster } from './cluster.ts';

test('a cluster of another major version is rejected unchanged, with the steps to migrate it', async () => {
  const directory = await mkdtemp(path.join(tmpdir(), 'leadlight-cluster-'));
  const cluster = path.join(directory, 'postgres');
  await mkdir(cluster);
  await writeFile(path.join(cluster, 'PG_VERSION'), '17\n');
  const programs = findPrograms(directory, undefined, pino({ level: 'silent' }));
  await expect(createCluster({ directory, account: undefined }, programs, true)).rejects.toThrow(
    `The data in ${cluster} is of PostgreSQL 17, and this version of Leadlight has PostgreSQL 18: write a backup with the version that made the data (npm run backup -- before.backup), restore it with this one (DATA_DIR=new npm run restore -- before.backup), and start with that DATA_DIR.`,
  );
  expect(await readdir(cluster)).toEqual(['PG_VERSION']);
  await rm(directory, { recursive: true });
});
