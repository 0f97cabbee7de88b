import { expect, test } from 'vitest';
import { uuidv5 } from '../../base/uuid.ts';
import { graphNodeId } from './graph-node.ts';

test('UUIDv5 as RFC 9562 has it', () => {
  // Appendix A.4: the DNS namespace and www.example.com.
  expect(uuidv5('6ba7b810-9dad-11d1-80b4-00c04fd430c8', 'www.example.com')).toBe(
    '2ed6657d-e927-568b-95e1-2665a8aea6a2',
  );
});

test('the id of a node never changes', () => {
  const id = graphNodeId('org_123', { projectId: 'proj_xyz', type: 'Service', name: 'AuthService' });
  expect(id).toBe(
    graphNodeId('org_123', { projectId: 'proj_xyz', type: 'Service', name: 'AuthService', qualifiedName: '' }),
  );
  expect(id).toMatchInlineSnapshot(`"5efe22aa-2c51-502a-a7d4-c4de6af9894b"`);
});

test('another organisation, project, type, name or qualified name is another node [C-036]', () => {
  const node = { projectId: 'p', type: 'Class', name: 'A' };
  const others = [
    graphNodeId('o', node),
    graphNodeId('o2', node),
    graphNodeId('o', { ...node, projectId: null }),
    graphNodeId('o', { ...node, projectId: 'p2' }),
    graphNodeId('o', { ...node, type: 'Module' }),
    graphNodeId('o', { ...node, name: 'B' }),
    graphNodeId('o', { ...node, qualifiedName: 'src/a.ts#A' }),
    // Parts that run together when they are joined.
    graphNodeId('o', { projectId: 'pC', type: 'lass', name: 'A' }),
    graphNodeId('o', { projectId: 'p', type: 'Class","A', name: '' }),
  ];
  expect(new Set(others).size).toBe(others.length);
});
