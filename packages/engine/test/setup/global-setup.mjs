// Once per run of a project: starts the private PostgreSQL and migrates the database that every test database is cloned from.
import { openPostgres } from '@inkling/engine/pg';
import { Client } from 'pg';
import { startPostgresCluster } from '../../../../scripts/postgres-cluster.mjs';

export async function setup(project) {
  if (process.env.INKLING_TEST_DATABASE === 'pglite') {
    project.provide('postgres', null);
    return undefined;
  }
  const cluster = await startPostgresCluster();
  try {
    const server = { url: cluster.url, prefix: `inkling_test_${process.pid}_${project.name}_` };
    await createTemplate(server);
    project.provide('postgres', server);
    return () => end(cluster, server);
  } catch (error) {
    await cluster.stop();
    throw error;
  }
}

async function createTemplate({ url, prefix }) {
  await onServer(url, (client) => client.query(`create database "${prefix}template"`));
  const template = new URL(url);
  template.pathname = `/${prefix}template`;
  const database = await openPostgres({ connectionString: template.href });
  await database.close();
}

async function end(cluster, { url, prefix }) {
  if (!cluster.isPrivate) await onServer(url, (client) => dropDatabases(client, prefix));
  await cluster.stop();
}

async function dropDatabases(client, prefix) {
  const { rows } = await client.query('select datname from pg_database where starts_with(datname, $1)', [prefix]);
  for (const { datname } of rows) await client.query(`drop database "${datname}" with (force)`);
}

async function onServer(url, work) {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
