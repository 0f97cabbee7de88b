-- Which memory a commit is: of the lines that an agent has in hand, git names the commits.
create index observations_commits on observations (org_id, (metadata ->> 'commit')) where kind = 'commit';
