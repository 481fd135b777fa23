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
INSERT INTO "commands" VALUES(1,1,1800000060.0,'{"cmd": "new", "variant": "ninety-nine", "players": ["Ann", "Bo", "Cy"]}',X'9FBAA11432B9EFC8A781BF228512A3DC','[]','{"target":99,"hand_size":3,"chips":5,"decks":1,"jokers":0,"bust":"chip, new hand","over":"refuse","stock_out":"reshuffle","up_card":"none","sets":false,"debt_passes":"unmet","two_player_reverse":"pass","floor":null,"honor":false,"winner_takes_all":false,"exact":{},"name":"ninety-nine","title":"Ninety-nine","short":"99","provenance":"derived","source":"Follows from a printed example and text.","players":[2,null],"chips_look":"dots","first_turns_without":{},"shows":{},"from_players":{"5":{"decks":2,"chips":3}},"cards":{"A":{"add":"pip","reverse":false,"skip":0,"again":false,"choose_next":false,"oblige":0,"knock_out":false,"shield":false,"call":""},"2":{"add":"pip","reverse":false,"skip":0,"again":false,"choose_next":false,"oblige":0,"knock_out":false,"shield":false,"call":""},"3":{"add":"pip","reverse":false,"skip":0,"again":false,"choose_next":false,"oblige":0,"knock_out":false,"shield":false,"call":""},"5":{"add":"pip","reverse":false,"skip":0,"again":false,"choose_next":false,"oblige":0,"knock_out":false,"shield":false,"call":""},"6":{"add":"pip","reverse":false,"skip":0,"again":false,"choose_next":false,"oblige":0,"knock_out":false,"shield":false,"call":""},"7":{"add":"pip","reverse":false,"skip":0,"again":false,"choose_next":false,"oblige":0,"knock_out":false,"shield":false,"call":""},"8":{"add":"pip","reverse":false,"skip":0,"again":false,"choose_next":false,"oblige":0,"knock_out":false,"shield":false,"call":""},"4":{"add":0,"reverse":true,"skip":0,"again":false,"choose_next":false,"oblige":0,"knock_out":false,"shield":false,"call":"back on you"},"9":{"add":0,"reverse":false,"skip":0,"again":false,"choose_next":false,"oblige":0,"knock_out":false,"shield":false,"call":"pass to you"},"10":{"add":[10,-10],"reverse":false,"skip":0,"again":false,"choose_next":false,"oblige":0,"knock_out":false,"shield":false,"call":""},"J":{"add":10,"reverse":false,"skip":0,"again":false,"choose_next":false,"oblige":0,"knock_out":false,"shield":false,"call":""},"Q":{"add":10,"reverse":false,"skip":0,"again":false,"choose_next":false,"oblige":0,"knock_out":false,"shield":false,"call":""},"K":{"set":"target","reverse":false,"skip":0,"again":false,"choose_next":false,"oblige":0,"knock_out":false,"shield":false,"call":""},"JK":{"set":"target","reverse":false,"skip":0,"again":false,"choose_next":false,"oblige":2,"knock_out":false,"shield":false,"call":""}},"listed":""}',NULL,NULL,2);
INSERT INTO "commands" VALUES(2,1,1800000120.0,'{"cmd": "play", "card": "8H"}',X'B7818D971EA58E4FEC40D59D9B856FC8','[]',NULL,NULL,NULL,2);
INSERT INTO "commands" VALUES(3,1,1800000180.0,'{"cmd": "join", "player": "Eva", "after": "Ann", "chips": 3}',X'C8EABF003B27E7722903EE0F069A9A8E','[]',NULL,NULL,NULL,2);
INSERT INTO "commands" VALUES(4,1,1800000240.0,'{"cmd": "join", "player": "Fi", "when": "now"}',X'02AC79B8E0042424DD7BA23ED7DAAF73','[]',NULL,NULL,NULL,2);
INSERT INTO "commands" VALUES(5,1,1800000300.0,'{"cmd": "rename", "player": "Eva", "name": "J\u00f6rg"}',X'171EF2CCEDC9672202955D49744B92C6','[]',NULL,NULL,NULL,2);
INSERT INTO "commands" VALUES(6,1,1800000360.0,'{"cmd": "seat", "player": "Ann", "after": "Bo"}',X'C7B5F5F7FE91FA24BE956772A60CEF40','[]',NULL,NULL,NULL,2);
INSERT INTO "commands" VALUES(7,1,1800000420.0,'{"cmd": "play", "card": "10S", "value": 10}',X'3D2F93E6FEB5B1E7B643A7AA44265CBE','[]',NULL,NULL,NULL,2);
INSERT INTO "commands" VALUES(8,1,1800000480.0,'{"cmd": "repair", "back": 1, "steps": [{"cmd": "play", "card": "7C"}, {"cmd": "play", "card": "10S", "value": 10}], "why": "card-missed"}',X'FC996FBE470BE5547C94522CDE709AB7','[]',NULL,NULL,NULL,2);
INSERT INTO "commands" VALUES(9,1,1800000540.0,'{"cmd": "repair", "back": 2, "steps": [{"cmd": "seat", "player": "J\u00f6rg", "after": "Bo"}, {"cmd": "bust"}]}',X'5E1B29F0F0DFCE2241C3E76E20D8D982','[]',NULL,NULL,NULL,2);
INSERT INTO "commands" VALUES(10,1,1800000600.0,'{"cmd": "undo"}',X'C60809AA46A482C29123D7C60B144A7F','[]',NULL,NULL,NULL,2);
INSERT INTO "commands" VALUES(11,1,1800000660.0,'{"cmd": "set", "total": 90, "turn": "Bo", "direction": "counterclockwise"}',X'39F7B388DB7CE429F9D2AFC1F14D4450','[]',NULL,NULL,NULL,2);
INSERT INTO "commands" VALUES(12,1,1800000720.0,'{"cmd": "set", "chips": {"Bo": 4}, "against": "Cy", "in": {"Fi": false}}',X'46FDD2A4520A070EBA36021DA3C40B96','[]',NULL,NULL,NULL,2);
INSERT INTO "commands" VALUES(13,1,1800000780.0,'{"cmd": "bust"}',X'CC6734FA1DDB2DCA40053C957D3D1CE9','[]',NULL,NULL,NULL,2);
INSERT INTO "commands" VALUES(14,1,1800000840.0,'{"cmd": "leave", "player": "Cy", "chips": "taken"}',X'464DCE4A5C0A6F514DC27BEE569683D9','[]',NULL,NULL,NULL,2);
INSERT INTO "commands" VALUES(15,1,1800000900.0,'{"cmd": "deal"}',X'2AA483322C690AD82D8A7AEDE60BEE47','[]',NULL,NULL,NULL,2);
INSERT INTO "commands" VALUES(16,1,1800000960.0,'{"cmd": "leave", "player": "Ann", "chips": "shared"}',X'B971DF4C5BAF62349F3770609C6FCDB6','[]',NULL,NULL,NULL,2);
INSERT INTO "commands" VALUES(17,1,1800001020.0,'{"cmd": "set", "chips": {"Bo": 6}}',X'A5EA7D05DC8AEF016C1E133D3DA64AA4','[]',NULL,NULL,NULL,2);
INSERT INTO "commands" VALUES(18,2,1800001080.0,'{"cmd": "new", "variant": "one-hundred", "players": ["Ann", "Bo", "Cy"]}',X'D0D7C21102AE617D91B2A322AF63FBC1','[]','{"target":100,"hand_size":3,"chips":3,"decks":1,"jokers":0,"bust":"chip, play on","over":"refuse","stock_out":"reshuffle","up_card":"none","sets":false,"debt_passes":"unmet","two_player_reverse":"pass","floor":null,"honor":false,"winner_takes_all":false,"exact":{},"name":"one-hundred","title":"One Hundred","short":"100","provenance":"published","source":"Two sources; one of them says that play goes on after a bust.","players":[3,null],"chips_look":"dots","first_turns_without":{},"shows":{},"from_players":{"7":{"decks":2}},"cards":{"A":{"add":"pip","reverse":false,"skip":0,"again":false,"choose_next":false,"oblige":0,"knock_out":false,"shield":false,"call":""},"3":{"add":"pip","reverse":false,"skip":0,"again":false,"choose_next":false,"oblige":0,"knock_out":false,"shield":false,"call":""},"6":{"add":"pip","reverse":false,"skip":0,"again":false,"choose_next":false,"oblige":0,"knock_out":false,"shield":false,"call":""},"7":{"add":"pip","reverse":false,"skip":0,"again":false,"choose_next":false,"oblige":0,"knock_out":false,"shield":false,"call":""},"8":{"add":"pip","reverse":false,"skip":0,"again":false,"choose_next":false,"oblige":0,"knock_out":false,"shield":false,"call":""},"9":{"add":"pip","reverse":false,"skip":0,"again":false,"choose_next":false,"oblige":0,"knock_out":false,"shield":false,"call":""},"2":{"add":"pip","reverse":false,"skip":0,"again":false,"choose_next":false,"oblige":0,"knock_out":false,"shield":false,"call":""},"5":{"add":5,"reverse":false,"skip":0,"again":false,"choose_next":false,"oblige":0,"knock_out":false,"shield":false,"call":""},"4":{"add":0,"reverse":true,"skip":0,"again":false,"choose_next":false,"oblige":0,"knock_out":false,"shield":false,"call":""},"10":{"set":"target","reverse":false,"skip":0,"again":false,"choose_next":false,"oblige":0,"knock_out":false,"shield":false,"call":""},"J":{"add":-10,"reverse":false,"skip":0,"again":false,"choose_next":false,"oblige":0,"knock_out":false,"shield":false,"call":""},"Q":{"add":10,"reverse":false,"skip":0,"again":false,"choose_next":false,"oblige":0,"knock_out":false,"shield":false,"call":""},"K":{"add":0,"reverse":false,"skip":0,"again":false,"choose_next":false,"oblige":0,"knock_out":false,"shield":false,"call":""},"JK":{"set":"target","reverse":false,"skip":0,"again":false,"choose_next":false,"oblige":2,"knock_out":false,"shield":false,"call":""},"AS":{"set":{"from":0,"to":"target"},"reverse":false,"skip":0,"again":false,"choose_next":false,"oblige":0,"knock_out":false,"shield":false,"call":""},"AC":{"set":{"from":0,"to":"target"},"reverse":false,"skip":0,"again":false,"choose_next":false,"oblige":0,"knock_out":false,"shield":false,"call":""},"2S":{"multiply":2,"reverse":false,"skip":0,"again":false,"choose_next":false,"oblige":0,"knock_out":false,"shield":false,"call":""},"5H":{"add":-5,"reverse":false,"skip":0,"again":false,"choose_next":false,"oblige":0,"knock_out":false,"shield":false,"call":""},"5D":{"add":-5,"reverse":false,"skip":0,"again":false,"choose_next":false,"oblige":0,"knock_out":false,"shield":false,"call":""},"QH":{"set":0,"reverse":false,"skip":0,"again":false,"choose_next":false,"oblige":0,"knock_out":false,"shield":false,"call":""}},"listed":""}',1,NULL,2);
INSERT INTO "commands" VALUES(19,2,1800001140.0,'{"cmd": "join", "player": "Eva"}',X'C4022F7B9E1D0088F7DB8A084EBFCD96','[]',NULL,NULL,NULL,2);
INSERT INTO "commands" VALUES(20,2,1800001200.0,'{"cmd": "play", "card": "AS", "value": 36}',X'F780A40A18F09030AB5943197E4407F6','[]',NULL,NULL,NULL,2);
INSERT INTO "commands" VALUES(21,3,1800001260.0,'{"cmd": "new", "variant": "polignac", "players": ["Ann", "Bo", "J\u00f6rg", "\u674e\u5c0f\u9f8d"]}',X'475E19F9A89116275E6E80E4642E320C','[]','{"family":"tricks","follow":true,"until":10,"revoke_penalty":0,"name":"polignac","title":"Polignac","short":"Po","provenance":"reconstructed","source":"A traditional game, without declaring a general. With 5 or 6 players the black sevens are taken out; at ten points the fewest win.","players":[4,6],"ranks":["7","8","9","10","J","Q","K","A"],"removed":{"5":["7C","7S"],"6":["7C","7S"]},"rounds":[{"cards":{"JH JD JC":1,"JS":2},"says":"jacks 1, J♠ 2"}]}',2,NULL,2);
INSERT INTO "commands" VALUES(22,3,1800001320.0,'{"cmd": "play", "card": "7D"}',X'AE5AF02E7DDCAA51EEC0EA0ACF323A64','[]',NULL,NULL,NULL,2);
INSERT INTO "commands" VALUES(23,3,1800001380.0,'{"cmd": "play", "card": "JD"}',X'5C72530C6FDF513EEE1CD0247402EB4B','[]',NULL,NULL,NULL,2);
INSERT INTO "commands" VALUES(24,3,1800001440.0,'{"cmd": "play", "card": "QD"}',X'09D3963B82085857049F4D0A6766BB3C','[]',NULL,NULL,NULL,2);
INSERT INTO "commands" VALUES(25,3,1800001500.0,'{"cmd": "play", "card": "8D"}',X'0567CF3E407C9C297B5600C4CF44B663','[]',NULL,NULL,NULL,2);
INSERT INTO "commands" VALUES(26,3,1800001560.0,'{"cmd": "play", "card": "8H"}',X'E7942E0AAA90849DE4EBD92ECA4B2733','[]',NULL,NULL,NULL,2);
INSERT INTO "commands" VALUES(27,3,1800001620.0,'{"cmd": "play", "card": "9H"}',X'362D71B49F452520163E205B7EAE2EA1','[]',NULL,NULL,NULL,2);
INSERT INTO "commands" VALUES(28,3,1800001680.0,'{"cmd": "play", "card": "10H"}',X'FEF5B7035FD096012622053359F408B3','[]',NULL,NULL,NULL,2);
INSERT INTO "commands" VALUES(29,3,1800001740.0,'{"cmd": "play", "card": "KH"}',X'61450B66FB8924B95EB645D80EB69F60','[]',NULL,NULL,NULL,2);
INSERT INTO "commands" VALUES(30,3,1800001800.0,'{"cmd": "seat", "player": "Ann", "after": "J\u00f6rg"}',X'370E1DE0DB4F6D488DA20D0ED4D73DD2','[]',NULL,NULL,NULL,2);
INSERT INTO "commands" VALUES(31,3,1800001860.0,'{"cmd": "repair", "back": 1, "steps": [], "why": "card-twice"}',X'BC3D256B88AC69DDA9838590BB4E215C','[]',NULL,NULL,NULL,2);
INSERT INTO "commands" VALUES(32,3,1800001920.0,'{"cmd": "play", "card": "AC"}',X'882131E6FF9A23DBBE0A4A737944202F','[]',NULL,NULL,NULL,2);
INSERT INTO "commands" VALUES(33,4,1800001980.0,'{"cmd": "new", "variant": "points", "players": ["Ann", "Bo"]}',X'15DCDB27370F9B91215FDA741B59FAF5','[]','{"family":"points","wins":"highest","target":null,"last_round":null,"sums":[],"name":"points","title":"Points","short":"Pt","provenance":"own","source":"Any other game of cards: only who plays, who deals and everybody''s points are kept.","players":[2,12],"rounds":[]}',3,NULL,2);
INSERT INTO "commands" VALUES(34,4,1800002040.0,'{"cmd": "join", "player": "Eva", "after": "Ann", "points": 20}',X'04E5F525A4DC30EF440A73F35CEAB7F3','[]',NULL,NULL,NULL,2);
INSERT INTO "commands" VALUES(35,4,1800002100.0,'{"cmd": "score", "points": {"Ann": 1, "Bo": 2}}',X'23E482D718F3B3629BF3283CC3ACAEFF','[]',NULL,NULL,NULL,2);
INSERT INTO "commands" VALUES(36,4,1800002160.0,'{"cmd": "seat", "player": "Eva", "after": "Bo"}',X'E006E40163FFF061A255DD1160DF52B7','[]',NULL,NULL,NULL,2);
INSERT INTO "commands" VALUES(37,4,1800002220.0,'{"cmd": "deal"}',X'22BA91432F336A04165236C32F8D0C55','[]',NULL,NULL,NULL,2);
INSERT INTO "commands" VALUES(38,4,1800002280.0,'{"cmd": "set", "in": {"Ann": false}}',X'64F8E847A77AB8C52AF3F964987D128E','[]',NULL,NULL,NULL,2);
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
PRAGMA user_version = 5;
COMMIT;
