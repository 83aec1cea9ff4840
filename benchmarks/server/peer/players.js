// Two of boardgame.io's own clients a match, with its socket.io transport: random moves, as soon as both have seen the last.
// `node players.js ORDER` sets the matches up, says how many sockets it has, waits for a line, plays, prints what it measured.
const { Client } = require("boardgame.io/client");
const { SocketIO } = require("boardgame.io/multiplayer");
const { performance } = require("perf_hooks");
const { TicTacToe } = require("./game.js");

const order = JSON.parse(process.argv[2]);
const WARM_MS = 2000;
let measured = fresh();
let over = false;
let made = 0;

function fresh() {
  return { seconds: 0, acks: [], slowest: [], delivered: 0, received: 0, refusals: [], lost: 0, games: 0, late: [], cpu: 0 };
}

class Match {
  constructor() {
    this.waiting = 0;
    this.sent = 0;
    this.mover = -1;
    this.state = null;
    const matchID = `match-${made++}`;
    this.clients = ["0", "1"].map((playerID) =>
      Client({
        game: TicTacToe,
        numPlayers: 2,
        matchID,
        playerID,
        debug: false,
        multiplayer: SocketIO({ server: `http://127.0.0.1:${order.port}`, socketOpts: { transports: ["websocket"], forceNew: true } }),
      }),
    );
  }

  begin() {
    return new Promise((resolve) => {
      this.synced = resolve;
      this.unsynced = 2;
      this.clients.forEach((client, seat) => {
        client.start();
        const { socket } = client.transport;
        socket.on("sync", (matchID, info) => this.sync(matchID, info));
        socket.on("update", (matchID, state) => this.update(seat, matchID, state));
      });
    });
  }

  sync(matchID, { state }) {
    this.state = state;
    if (matchID === this.clients[0].matchID && --this.unsynced === 0) this.synced();
  }

  update(seat, matchID, state) {
    measured.delivered += 1;
    if (!this.waiting || matchID !== this.clients[0].matchID) return;
    const took = performance.now() - this.sent;
    if (seat === this.mover) measured.acks.push(took);
    this.state = state;
    if (--this.waiting) return;
    measured.slowest.push(took);
    setImmediate(() => (state.ctx.gameover ? this.anew() : this.move()));
  }

  anew() {
    measured.games += 1;
    const matchID = `match-${made++}`;
    this.unsynced = 2;
    this.synced = () => this.move();
    this.clients.forEach((client) => client.updateMatchID(matchID));
  }

  move() {
    if (over) return;
    const free = this.state.G.cells.flatMap((cell, at) => (cell === null ? [at] : []));
    this.mover = Number(this.state.ctx.currentPlayer);
    this.waiting = 2;
    this.sent = performance.now();
    this.clients[this.mover].moves.clickCell(free[Math.floor(Math.random() * free.length)]);
  }
}

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

async function main() {
  const matches = Array.from({ length: order.tables }, () => new Match());
  for (const match of matches) await match.begin();
  console.log(String(2 * matches.length));
  await new Promise((resolve) => process.stdin.once("data", resolve));
  matches.forEach((match) => match.move());
  await pause(WARM_MS);
  console.log("begin");
  measured = fresh();
  const begin = performance.now();
  const used = process.cpuUsage();
  await pause(1000 * order.seconds);
  const result = measured;
  const { user, system } = process.cpuUsage(used);
  over = true;
  result.seconds = (performance.now() - begin) / 1000;
  result.cpu = (user + system) / 1e6;
  process.stdout.write(JSON.stringify(result) + "\n", () => process.exit(0));
}

main();
