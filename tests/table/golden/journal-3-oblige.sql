BEGIN TRANSACTION;
CREATE TABLE commands (
            sequence INTEGER PRIMARY KEY,
            game INTEGER NOT NULL,
            at REAL NOT NULL,
            command TEXT NOT NULL,
            digest BLOB NOT NULL,
            winners TEXT NOT NULL,
            variant TEXT,
            previous INTEGER,
            origin TEXT
        ) STRICT;
INSERT INTO "commands" VALUES(1,1,1800000060.0,'{"cmd": "new", "variant": "ninety-nine", "players": ["Ann", "Bo", "Cy"], "house": {"cards": {"6": {"add": 6, "oblige": 2}}}}',X'AA1E44EE9062E52C093D6A0EB0A2705F','[]','{"name":"ninety-nine","title":"Ninety-nine","short":"99","provenance":"derived","source":"Follows from a printed example and text.","players":[2,null],"decks":1,"jokers":0,"hand_size":3,"chips":5,"chips_look":"dots","target":99,"bust":"chip, new hand","over":"refuse","stock_out":"reshuffle","up_card":"none","sets":false,"debt_passes":"unmet","two_player_reverse":"pass","floor":null,"honor":false,"winner_takes_all":false,"exact":{},"first_turns_without":{},"shows":{},"from_players":{"5":{"decks":2,"chips":3}},"cards":{"A":{"add":"pip","reverse":false,"skip":0,"again":false,"choose_next":false,"oblige":0,"knock_out":false,"shield":false,"call":""},"2":{"add":"pip","reverse":false,"skip":0,"again":false,"choose_next":false,"oblige":0,"knock_out":false,"shield":false,"call":""},"3":{"add":"pip","reverse":false,"skip":0,"again":false,"choose_next":false,"oblige":0,"knock_out":false,"shield":false,"call":""},"5":{"add":"pip","reverse":false,"skip":0,"again":false,"choose_next":false,"oblige":0,"knock_out":false,"shield":false,"call":""},"6":{"add":"pip","reverse":false,"skip":0,"again":false,"choose_next":false,"oblige":0,"knock_out":false,"shield":false,"call":""},"7":{"add":"pip","reverse":false,"skip":0,"again":false,"choose_next":false,"oblige":0,"knock_out":false,"shield":false,"call":""},"8":{"add":"pip","reverse":false,"skip":0,"again":false,"choose_next":false,"oblige":0,"knock_out":false,"shield":false,"call":""},"4":{"add":0,"reverse":true,"skip":0,"again":false,"choose_next":false,"oblige":0,"knock_out":false,"shield":false,"call":"back on you"},"9":{"add":0,"reverse":false,"skip":0,"again":false,"choose_next":false,"oblige":0,"knock_out":false,"shield":false,"call":"pass to you"},"10":{"add":[10,-10],"reverse":false,"skip":0,"again":false,"choose_next":false,"oblige":0,"knock_out":false,"shield":false,"call":""},"J":{"add":10,"reverse":false,"skip":0,"again":false,"choose_next":false,"oblige":0,"knock_out":false,"shield":false,"call":""},"Q":{"add":10,"reverse":false,"skip":0,"again":false,"choose_next":false,"oblige":0,"knock_out":false,"shield":false,"call":""},"K":{"set":"target","reverse":false,"skip":0,"again":false,"choose_next":false,"oblige":0,"knock_out":false,"shield":false,"call":""},"JK":{"set":"target","reverse":false,"skip":0,"again":false,"choose_next":false,"oblige":2,"knock_out":false,"shield":false,"call":""}}}',NULL,NULL);
INSERT INTO "commands" VALUES(2,1,1800000120.0,'{"cmd": "play", "card": "8H"}',X'B7818D971EA58E4FEC40D59D9B856FC8','[]',NULL,NULL,NULL);
INSERT INTO "commands" VALUES(3,1,1800000180.0,'{"cmd": "play", "card": "6C"}',X'583B7AF79F810AF553EC0EF0EFEFE6F2','[]',NULL,NULL,NULL);
INSERT INTO "commands" VALUES(4,1,1800000240.0,'{"cmd": "play", "card": "2D"}',X'9057753A5709B420F13D2399F31120AB','[]',NULL,NULL,NULL);
INSERT INTO "commands" VALUES(5,1,1800000300.0,'{"cmd": "undo"}',X'BF684FAE3899A74BFC4D785CEA1B13B0','[]',NULL,NULL,NULL);
INSERT INTO "commands" VALUES(6,1,1800000360.0,'{"cmd": "play", "card": "3D"}',X'D7953847F03405E3ECB9FC5540090A63','[]',NULL,NULL,NULL);
INSERT INTO "commands" VALUES(7,1,1800000420.0,'{"cmd": "play", "card": "10C"}',X'2D1B44F5E673D0E34AA547189EA277B4','[]',NULL,NULL,NULL);
CREATE TABLE notes (
            number INTEGER PRIMARY KEY,
            after INTEGER NOT NULL,
            at REAL NOT NULL,
            kind TEXT NOT NULL,
            facts TEXT NOT NULL,
            origin TEXT
        ) STRICT;
CREATE TABLE receipts (
            boot TEXT PRIMARY KEY,
            sequence INTEGER NOT NULL
        ) STRICT;
CREATE INDEX commands_of_a_game ON commands (game, sequence);
CREATE TRIGGER commands_update BEFORE UPDATE ON commands BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END;
CREATE TRIGGER commands_delete BEFORE DELETE ON commands BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END;
CREATE TRIGGER notes_update BEFORE UPDATE ON notes BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END;
CREATE TRIGGER notes_delete BEFORE DELETE ON notes BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END;
PRAGMA application_id = 1413631043;
PRAGMA user_version = 3;
COMMIT;
