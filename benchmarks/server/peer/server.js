// boardgame.io's server, with its store in memory: prints its address and serves until it is ended.
const { Server, Origins } = require("boardgame.io/server");
const { TicTacToe } = require("./game.js");

const say = console.log;
console.log = () => {};
Server({ games: [TicTacToe], origins: [Origins.LOCALHOST] })
  .run({ port: 0, lobbyConfig: { apiPort: 0 } })
  .then(({ appServer }) => say(`http://127.0.0.1:${appServer.address().port}`));
