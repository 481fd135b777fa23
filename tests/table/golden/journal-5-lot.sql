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
        , edition INTEGER NOT NULL DEFAULT 1) STRICT;
INSERT INTO "commands" VALUES(1,1,1800000060.0,'{"cmd": "new", "variant": "one-hundred-strict", "players": ["Ann", "Bo", "J\u00f6rg", "\u674e\u5c0f\u9f8d"], "dealer": "Bo"}',X'F9465F53D1AD5794CCDFF0D01E8A0E25','[]','{"target":100,"hand_size":3,"chips":3,"decks":1,"jokers":0,"bust":"chip, play on","over":"bust","stock_out":"reshuffle","up_card":"none","sets":false,"debt_passes":"unmet","two_player_reverse":"pass","floor":null,"honor":false,"winner_takes_all":false,"exact":{},"name":"one-hundred-strict","title":"One Hundred, strict","short":"100","provenance":"published","source":"From the second description of One Hundred, which draws the first dealer by lot. A card that goes over costs the chip and the turn.","dealer_by_lot":true,"players":[3,null],"chips_look":"dots","first_turns_without":{},"shows":{},"from_players":{"7":{"decks":2}},"cards":{"A":{"add":"pip","reverse":false,"skip":0,"again":false,"choose_next":false,"oblige":0,"knock_out":false,"shield":false,"call":""},"3":{"add":"pip","reverse":false,"skip":0,"again":false,"choose_next":false,"oblige":0,"knock_out":false,"shield":false,"call":""},"6":{"add":"pip","reverse":false,"skip":0,"again":false,"choose_next":false,"oblige":0,"knock_out":false,"shield":false,"call":""},"7":{"add":"pip","reverse":false,"skip":0,"again":false,"choose_next":false,"oblige":0,"knock_out":false,"shield":false,"call":""},"8":{"add":"pip","reverse":false,"skip":0,"again":false,"choose_next":false,"oblige":0,"knock_out":false,"shield":false,"call":""},"9":{"add":"pip","reverse":false,"skip":0,"again":false,"choose_next":false,"oblige":0,"knock_out":false,"shield":false,"call":""},"2":{"add":"pip","reverse":false,"skip":0,"again":false,"choose_next":false,"oblige":0,"knock_out":false,"shield":false,"call":""},"5":{"add":5,"reverse":false,"skip":0,"again":false,"choose_next":false,"oblige":0,"knock_out":false,"shield":false,"call":""},"4":{"add":0,"reverse":true,"skip":0,"again":false,"choose_next":false,"oblige":0,"knock_out":false,"shield":false,"call":""},"10":{"set":"target","reverse":false,"skip":0,"again":false,"choose_next":false,"oblige":0,"knock_out":false,"shield":false,"call":""},"J":{"add":-10,"reverse":false,"skip":0,"again":false,"choose_next":false,"oblige":0,"knock_out":false,"shield":false,"call":""},"Q":{"add":10,"reverse":false,"skip":0,"again":false,"choose_next":false,"oblige":0,"knock_out":false,"shield":false,"call":""},"K":{"add":0,"reverse":false,"skip":0,"again":false,"choose_next":false,"oblige":0,"knock_out":false,"shield":false,"call":""},"JK":{"set":"target","reverse":false,"skip":0,"again":false,"choose_next":false,"oblige":2,"knock_out":false,"shield":false,"call":""},"AS":{"set":{"from":0,"to":"target"},"reverse":false,"skip":0,"again":false,"choose_next":false,"oblige":0,"knock_out":false,"shield":false,"call":""},"AC":{"set":{"from":0,"to":"target"},"reverse":false,"skip":0,"again":false,"choose_next":false,"oblige":0,"knock_out":false,"shield":false,"call":""},"2S":{"multiply":2,"reverse":false,"skip":0,"again":false,"choose_next":false,"oblige":0,"knock_out":false,"shield":false,"call":""},"5H":{"add":-5,"reverse":false,"skip":0,"again":false,"choose_next":false,"oblige":0,"knock_out":false,"shield":false,"call":""},"5D":{"add":-5,"reverse":false,"skip":0,"again":false,"choose_next":false,"oblige":0,"knock_out":false,"shield":false,"call":""},"QH":{"set":0,"reverse":false,"skip":0,"again":false,"choose_next":false,"oblige":0,"knock_out":false,"shield":false,"call":""}},"listed":"Strict"}',NULL,NULL,2);
INSERT INTO "commands" VALUES(2,1,1800000180.0,'{"cmd": "play", "card": "8H"}',X'2F6C2E09FF684012DC6128D1C21AA47C','[]',NULL,NULL,NULL,2);
CREATE TABLE notes (
            number INTEGER PRIMARY KEY,
            after INTEGER NOT NULL,
            at REAL NOT NULL,
            kind TEXT NOT NULL,
            facts TEXT NOT NULL,
            origin TEXT
        ) STRICT;
INSERT INTO "notes" VALUES(1,1,1800000120.0,'lot','{"player": "Bo", "players": ["Ann", "Bo", "J\u00f6rg", "\u674e\u5c0f\u9f8d"]}',NULL);
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
PRAGMA user_version = 5;
COMMIT;
